import { fireEvent, render, screen, within } from '@testing-library/react';
import type { User } from '@threadline/schema/wire/user';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../../api/client.ts';
import { InApp, Themed } from '../../test-render.tsx';
import { useUserActions } from './use-user-actions.ts';
import { UserList } from './user-table.tsx';

const me = {
  _id: 'u1',
  name: 'Asha',
  email: 'asha@example.com',
  role: 'admin',
  status: 'active',
  lastLogin: null,
} as User;

const ravi = { ...me, _id: 'u2', name: 'Ravi' };

function renderList(
  query: { data: { users: User[] } | undefined; error: unknown },
  { onAdd = vi.fn(), onStatus = vi.fn() } = {},
) {
  const refetch = vi.fn();
  const ignore = () => undefined;
  render(
    <Themed>
      <UserList
        query={{ ...query, refetch }}
        me={me}
        onAdd={onAdd}
        onEdit={ignore}
        onRemove={ignore}
        onLink={ignore}
        onStatus={onStatus}
      />
    </Themed>,
  );
  return refetch;
}

test('when the users cannot be loaded, the current user is shown with the error', () => {
  const refetch = renderList({ data: undefined, error: new ApiError('It broke.', { code: 'internal', status: 500 }) });
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('The users could not be loaded.');
  expect(alert.textContent).toContain('It broke.');
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.textContent).toMatch(/Asha.*You.*asha@example\.com/);
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalled();
});

test('a loaded list stays when it cannot be reloaded', () => {
  renderList({ data: { users: [me, ravi] }, error: new Error('It broke.') });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getAllByRole('row')).toHaveLength(3);
});

test('an empty list offers to add a user', () => {
  const add = vi.fn();
  renderList({ data: { users: [] }, error: null }, { onAdd: add });
  screen.getByText('No users found.');
  fireEvent.click(screen.getByRole('button', { name: 'Add a user' }));
  expect(add).toHaveBeenCalledOnce();
});

test('the actions for another user are words in a menu', async () => {
  const onStatus = vi.fn();
  renderList({ data: { users: [me, ravi] }, error: null }, { onStatus });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Edit', 'Edit', '']);
  fireEvent.click(screen.getByRole('button', { name: 'More for Ravi' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Create password reset link', 'Disable', 'Delete']);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Disable' }));
  expect(onStatus).toHaveBeenCalledWith(ravi, 'disabled');
});

test('a deletion that fails shows the reason', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: false, code: 'internal', message: 'It broke.' }, { status: 500 }),
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  function Actions() {
    const { remove, problem } = useUserActions({ me, onLink: () => undefined });
    return (
      <button type="button" onClick={() => remove(ravi)}>
        {problem ?? 'Delete Ravi'}
      </button>
    );
  }
  render(<Actions />, { wrapper: InApp });
  fireEvent.click(screen.getByRole('button', { name: 'Delete Ravi' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByText(/It broke\./);
});
