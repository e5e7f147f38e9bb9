import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contentModel } from '@threadline/schema/content/content-model';
import { expect, test, vi } from 'vitest';
import { InApp } from '../../../test-render.tsx';
import { AddContentDialog } from './add-content-dialog.tsx';

/** As many badges as there can be. */
const badges = Object.fromEntries(
  Array.from({ length: contentModel.hero.lists.badges.max }, (_, index) => {
    const key = `badge-${index}`;
    return [key, { section: 'hero', key, value: {}, type: 'badge', metadata: {}, position: index, version: 1 }];
  }),
);

function renderDialog() {
  const onChoose = vi.fn();
  const onClose = vi.fn();
  render(
    <InApp>
      <AddContentDialog section="stats" content={{ hero: badges } as never} onChoose={onChoose} onClose={onClose} />
    </InApp>,
  );
  return { onChoose, onClose, user: userEvent.setup() };
}

test('the kinds are listed under their tabs, the open one first, each with a line about it', async () => {
  renderDialog();
  const tabs = (await screen.findAllByRole('heading', { level: 3 })).map((heading) => heading.textContent);
  expect(tabs.slice(0, 3)).toEqual(['Stats', 'Hero', 'About']);
  const hero = within(screen.getByRole('region', { name: 'Hero' }));
  expect(hero.getByRole('button', { name: /^Slide/ }).textContent).toContain('with a headline and buttons.');
  expect(hero.getByRole('button', { name: /^Badge/ })).toHaveProperty('disabled', true);
});

test('a kind is found by a synonym only if no kind has the typed term', async () => {
  const { user } = renderDialog();
  const search = await screen.findByRole('searchbox');
  const getNames = () => screen.getAllByRole('button', { name: /\./ }).map(({ textContent }) => textContent);
  for (const term of ['employee', 'staff']) {
    await user.clear(search);
    await user.type(search, term);
    expect(getNames(), term).toContainEqual(expect.stringMatching(/^Person/));
  }
  await user.clear(search);
  await user.type(search, 'article');
  expect(getNames()).toEqual([expect.stringMatching(/^Article/)]);
});

test('a kind is found by its name or description, and chosen with the keyboard; Escape closes', async () => {
  const { onChoose, onClose, user } = renderDialog();
  const search = await screen.findByRole('searchbox');
  await user.type(search, 'your team{Enter}');
  expect(onChoose).toHaveBeenCalledWith(expect.objectContaining({ name: 'people' }), 'about');
  await user.clear(search);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toMatch(/^Figure elsewhere/);
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
