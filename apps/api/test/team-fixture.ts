import { createAccountFixture, password } from './account-fixture.ts';

/** Creates two super admins and two admins; the first of each is signed in. */
export async function createTeam() {
  const fixture = createAccountFixture();
  const owner = await fixture.addUser('Owner', 'super_admin');
  const second = await fixture.addUser('Second', 'super_admin');
  const editor = await fixture.addUser('Editor');
  const colleague = await fixture.addUser('Colleague');
  const tokens = { owner: (await fixture.signIn(owner)).token, editor: (await fixture.signIn(editor)).token };
  const ids = { owner: owner._id, second: second._id, editor: editor._id, colleague: colleague._id };
  return { ...fixture, owner, second, editor, colleague, tokens, ids };
}

export type Team = Awaited<ReturnType<typeof createTeam>>;

export const userPath = (id: string) => `/api/auth/users/${id}`;
export const newUser = { name: 'New', email: 'new@example.org', password, role: 'admin' };
