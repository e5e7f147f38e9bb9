import { getPublicId } from '@threadline/schema/content/image';
import type { ComponentProps } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { createStore, useStore } from '../../store/create-store.ts';
import { sessionOptionsQuery } from '../auth/session-options.ts';

/** Counts the crops and replacements in this tab: a browser shows the same address from memory without asking again. */
const changes = createStore(0);

/** Identifies the colours of the drawings; empty until the server has sent it. */
const drawingColors = createStore('', { reset: (colors) => colors });

function readDrawingColors(): void {
  const { drawingColors: colors } =
    queryClient.getQueryData<{ drawingColors: string }>(sessionOptionsQuery.queryKey) ?? {};
  if (colors !== undefined && colors !== drawingColors.get()) drawingColors.set(colors);
}

readDrawingColors();
queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] === sessionOptionsQuery.queryKey[0]) readDrawingColors();
});

/** Call it after a picture was cropped or replaced. */
export function showCurrentPictures(): void {
  changes.set((count) => count + 1);
}

/**
 * Content keeps the address of the file that was chosen. The server leads this one to the present file of the image, or to
 * the drawing in the present colours.
 */
function getCurrentUrl(address: string, count: number, colors: string): string {
  if (address.startsWith('/admin/art/')) return colors ? `${address}?colors=${colors}` : address;
  return getPublicId(address) === undefined ? address : `${address}?current=${count}`;
}

/** A picture at an address of the content, as the library shows it now, or a drawing in the present colours. */
export function CurrentPicture({ src, alt, ...props }: ComponentProps<'img'> & { src: string; alt: string }) {
  const count = useStore(changes);
  const colors = useStore(drawingColors);
  return <img src={getCurrentUrl(src, count, colors)} alt={alt} {...props} />;
}

/** Keeps an image outside React at the present file of its picture. Returns a function that stops it. */
export function followCurrentPicture(image: HTMLImageElement, address: string): () => void {
  const show = () => {
    image.src = getCurrentUrl(address, changes.get(), drawingColors.get());
  };
  show();
  const stops = [changes.subscribe(show), drawingColors.subscribe(show)];
  return () => {
    for (const stop of stops) stop();
  };
}
