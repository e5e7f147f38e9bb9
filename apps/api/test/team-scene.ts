import { createAccountScene, password } from './account-scene.ts';

/** Two super admins and two admins, of each the first signed in. */
export async function createTeam() {
  const scene = createAccountScene();
  const owner = await scene.addUser('Owner', 'super_admin');
  const second = await scene.addUser('Second', 'super_admin');
  const editor = await scene.addUser('Editor');
  const colleague = await scene.addUser('Colleague');
  const tokens = { owner: (await scene.signIn(owner)).token, editor: (await scene.signIn(editor)).token };
  const ids = { owner: owner._id, second: second._id, editor: editor._id, colleague: colleague._id };
  return { ...scene, owner, second, editor, colleague, tokens, ids };
}

export type Team = Awaited<ReturnType<typeof createTeam>>;

export const userPath = (id: string) => `/api/auth/users/${id}`;
export const newUser = { name: 'New', email: 'new@example.org', password, role: 'admin' };
