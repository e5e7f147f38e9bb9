import { expect, test } from 'vitest';
import { excerptChange } from './excerpt-change.ts';

const before = 'Cash comes first. We meet on Friday. One owner each. The list is long. It ends on time.';

test('a changed sentence of a long text is shown alone', () => {
  const after = before.replace('The list is long', 'The list is short');
  expect(excerptChange(before, after, 60)).toEqual({
    before: '… The list is long. …',
    after: '… The list is short. …',
  });
});

test('several changed sentences are shown without those between them, as many as fit', () => {
  const after = before
    .replace('Cash', 'Work')
    .replace('The list is long', 'The list is short')
    .replace('It ends', 'We end');
  expect(excerptChange(before, after, 60)).toEqual({
    before: 'Cash comes first. … The list is long. It ends on time.',
    after: 'Work comes first. … The list is short. We end on time.',
  });
  expect(excerptChange(before, after, 20)).toEqual({ before: 'Cash comes first. …', after: 'Work comes first. …' });
});

test('an added sentence and a removed line are shown alone', () => {
  const added = before.replace('One owner', 'It is short. One owner');
  expect(excerptChange(before, added, 60)).toEqual({ before: '…  …', after: '… It is short. …' });
  expect(excerptChange('Rent\nPaid', 'Rent\nLate', 60)).toEqual({ before: '… Paid', after: '… Late' });
  const lines = 'Five lines\nOne owner\nOne number\nA date\nThe next step\nThe reason\n';
  expect(excerptChange(lines, lines.replace('A date\n', ''), 40)).toEqual({ before: '… A date …', after: '…  …' });
});

test('a long changed sentence is cut around the change, with the same end on both sides', () => {
  const long =
    'Each line has one owner and one number and says which of the next steps is due on which day of the week.';
  const changed = long.replace('number', 'figure');
  expect(excerptChange(long, changed, 60)).toEqual({
    before: '… has one owner and one number and says which of the next step…',
    after: '… has one owner and one figure and says which of the next step…',
  });
  const inside = (text: string) => `First. ${text} Last.`;
  expect(excerptChange(inside(long), inside(changed), 60).after).toBe(
    '… has one owner and one figure and says which of the next step…',
  );
  const emoji = (text: string) => `${'🎉'.repeat(30)} ${text}`;
  const { before: cut, after: cutAfter } = excerptChange(emoji(long), emoji(changed), 40);
  expect([cut, cutAfter].map((text) => /number|figure/.exec(text)?.[0])).toEqual(['number', 'figure']);
  expect(excerptChange(long, '', 20)).toEqual({ before: 'Each line has one ow…', after: '' });
});
