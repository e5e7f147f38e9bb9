import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { Themed } from '../../../test-render.tsx';
import { PublishMenu } from './publish-menu.tsx';

const run = () => undefined;
const initial: ComponentProps<typeof PublishMenu> = {
  ...{ isUnlisted: false, isScheduled: false, isPublic: false, hasChanges: true },
  ...{ onPublish: run, onPublishOtherwise: run, onToggleUnlisted: run, onSchedule: run },
  ...{ onCancelSchedule: undefined, onUnpublish: undefined },
};

async function open(change: Partial<typeof initial>, name: string): Promise<(string | null)[]> {
  render(<PublishMenu {...initial} {...change} />, { wrapper: Themed });
  fireEvent.click(screen.getByRole('button', { name }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
}

test('the menu of a new entry says why it cannot be unpublished', async () => {
  const entries = await open({}, 'Publish');
  expect(entries).toEqual(expect.arrayContaining(['Publish now', 'Schedule…', 'UnpublishNot published yet']));
});

test('the menu of a published entry publishes its changes, and says instead that there are none', async () => {
  const unlist = 'UnlistOnly people with the link find it';
  const entries = await open({ isPublic: true, onUnpublish: run }, 'Publish changes');
  expect(entries).toEqual(['Publish changes', 'Schedule…', unlist, 'Unpublish']);
  cleanup();
  const none = { hasChanges: false, onPublish: undefined, onSchedule: undefined };
  expect(await open({ ...none, isPublic: true, onUnpublish: run }, 'Published')).toEqual([unlist, 'Unpublish']);
});

test('the menu of a scheduled entry publishes it before its time', async () => {
  const entries = await open({ isScheduled: true, onCancelSchedule: run }, 'Publish now');
  expect(entries).toEqual(expect.arrayContaining(['Publish now', 'Change the schedule…', 'Cancel the schedule']));
});
