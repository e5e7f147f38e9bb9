import type { ContentItem, GroupedContent } from '@threadline/schema/content/content-item';
import { expect, test } from 'vitest';
import { findClosedDays } from './closed-days.ts';

const item = (section: string, key: string, value: unknown): ContentItem => ({
  ...{ section, key, value, type: 'group', metadata: {}, position: 0 },
  ...{ version: 3, updatedAt: '2026-11-18T11:15:00.000Z', updatedBy: null },
});

function find(openDays: string[], step: string, article = '') {
  const content: GroupedContent = {
    site: { contact: item('site', 'contact', { openDays }) },
    cta: { 'next-steps': item('cta', 'next-steps', { heading: 'Next', steps: ['Read.', step] }) },
    insights: { 'article-a': item('insights', 'article-a', { title: article }) },
  };
  return findClosedDays(content);
}

const untilFriday = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

test.each(['You hear back within 48 hours, Monday to Saturday.', 'Calls: Mon–Sat', 'On Saturdays, too'])(
  'after Saturday is unticked, a text that promises it is found: %s',
  (step) => {
    const found = find(untilFriday, step);
    expect(found).toMatchObject({
      days: 'Saturday',
      fields: [{ section: 'cta', key: 'next-steps', field: '/steps/1' }],
    });
    expect(find([...untilFriday, 'saturday'], step)).toBeUndefined();
  },
);

test.each(['You hear back, {days}.', 'Closed on Saturday and Sunday.', 'Monday to Friday', 'A satisfied client'])(
  'a text without such a promise is not reported: %s',
  (step) => {
    expect(find(untilFriday, step, 'What we do on Saturday')).toBeUndefined();
  },
);
