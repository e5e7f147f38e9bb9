import type { Locator, Page } from '@playwright/test';
import { createPng } from './png.ts';
import type { Session } from './session.ts';

interface LibraryImage {
  _id: string;
  originalName: string;
  url: string;
  alt: string;
  decorative: boolean;
  focus: object;
  tags: string[];
  width: number;
  height: number;
}

/** Finds an image of the library by its name. */
export async function findImage(session: Session, name: string): Promise<LibraryImage | undefined> {
  const { body } = await session.call<{ images: LibraryImage[] }>('/api/upload/images?limit=200');
  return body.images.find(({ originalName }) => originalName === name);
}

/** Uploads a grey picture on the images screen. */
export async function uploadPicture(page: Page, name: string, grey: number): Promise<void> {
  await page
    .getByLabel('Images to upload')
    .setInputFiles({ name, mimeType: 'image/png', buffer: createPng(320, 200, grey) });
}

/** Returns the panel of an image. */
export function getDetails(page: Page, name: string): Locator {
  return page.getByRole('complementary', { name: `Details of ${name}` });
}

export async function openDetails(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Details of ${name}`, exact: true }).click();
}
