import { render } from '@testing-library/react';
import type { ItemMetadata } from '@threadline/schema/content/content-item';
import type { DraftSummary } from '@threadline/schema/wire/drafts';
import { expect, test } from 'vitest';
import { Themed } from '../../../test-render.tsx';
import { StateTag } from './state-tag.tsx';

const place = { section: 'insights', key: 'article-a-note' };
const at = '2026-11-30T03:30:00.000Z';
const draft: DraftSummary = {
  ...place,
  title: 'A note',
  baseVersion: 1,
  version: 7,
  updatedAt: at,
  updatedBy: 'Editor',
  summary: {},
  schedule: null,
};
const scheduled = { ...draft, schedule: { at, by: 'Editor', version: 7, problem: null } };
const failed = { ...draft, schedule: { ...scheduled.schedule, problem: 'This item has been removed since.' } };
const none = undefined;

test.each<[string, number, ItemMetadata, DraftSummary | undefined]>([
  ['Draft', 0, {}, draft],
  ['Scheduled, 30 Nov 2026, 09:00 IST', 0, {}, scheduled],
  ['Scheduled, 30 Nov 2026, 09:00 IST, without later changes', 0, {}, { ...scheduled, version: 8 }],
  ['Published', 1, {}, none],
  ['Published, with unpublished changes', 1, {}, draft],
  ['Published, update on 30 Nov 2026, 09:00 IST', 1, {}, scheduled],
  ['Not published', 1, {}, failed],
  ['Unlisted', 1, { unlisted: true }, none],
  ['Unlisted, with unpublished changes', 1, { unlisted: true }, draft],
  ['Draft', 1, { hidden: true }, none],
  ['Scheduled, 30 Nov 2026, 09:00 IST', 1, { hidden: true }, scheduled],
])('an entry is shown as "%s"', (text, version, metadata, draftOfEntry) => {
  const item = { ...place, type: 'article', value: {}, metadata, position: 1, version, updatedAt: at, updatedBy: null };
  const { container } = render(<StateTag item={item} hasDrafts draft={draftOfEntry} />, { wrapper: Themed });
  expect(container.textContent).toBe(text);
});
