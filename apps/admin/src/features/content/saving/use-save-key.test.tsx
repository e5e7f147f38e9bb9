import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { useSaveKey } from './use-save-key.ts';

function setUp() {
  const saves: string[] = [];
  function Editor({ name }: { name: string }) {
    const form = useRef<HTMLFormElement>(null);
    useSaveKey(form, () => saves.push(name));
    return (
      <form ref={form}>
        <input aria-label={name} />
      </form>
    );
  }
  const view = render(
    <>
      <Editor name="first" />
      <Editor name="second" />
      <input aria-label="elsewhere" />
    </>,
  );
  return { saves, user: userEvent.setup(), view };
}

const save = '{Control>}s{/Control}';

test('of two open editors only the one with the focus saves', async () => {
  const { saves, user } = setUp();
  await user.click(screen.getByLabelText('first'));
  await user.keyboard(save);
  await user.click(screen.getByLabelText('second'));
  await user.keyboard(save);
  expect(saves).toEqual(['first', 'second']);
});

test('with the focus elsewhere the editor that was touched last saves', async () => {
  const { saves, user } = setUp();
  await user.click(screen.getByLabelText('first'));
  await user.click(screen.getByLabelText('elsewhere'));
  await user.keyboard(save);
  expect(saves).toEqual(['first']);
});

test('while a dialog asks something nothing is saved behind it, and closed editors never are', async () => {
  const { saves, user, view } = setUp();
  await user.click(screen.getByLabelText('first'));
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-modal', 'true');
  document.body.append(dialog);
  await user.keyboard(save);
  dialog.remove();
  view.unmount();
  await user.keyboard(save);
  expect(saves).toEqual([]);
});
