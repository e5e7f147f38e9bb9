import { accessSync, constants, statSync } from 'node:fs';
import type { DataFault } from './data-fault.ts';

export const permissions = {
  database: { mode: constants.R_OK | constants.W_OK, owned: 'threadline.db*' },
  key: { mode: constants.R_OK, owned: 'keys' },
};

/** Returns a fault for the first of these paths that this user may not use. Its content may be intact. */
export function inspectPermissions(dataDir: string, part: DataFault['part'], paths: string[]): DataFault | undefined {
  const user = process.getuid?.();
  // Windows has neither these permissions nor chown.
  if (user === undefined) return undefined;
  const { mode, owned } = permissions[part];
  for (const path of paths) {
    const code = findRefusal(path, mode);
    if (!code) continue;
    const { uid, gid } = statSync(dataDir);
    const advice =
      uid === user
        ? {
            text: 'As root, in the data folder, give it back to this user',
            command: `chown -R ${uid}:${gid} ${owned} && chmod -R u+rwX ${owned}`,
          }
        : { text: `Run the server and its commands as user ${uid}, who owns the data folder` };
    return {
      part,
      sentence: `User ${user} has no permission for ${path} (${code}), without which the server accepts neither sign-ins nor enquiries.`,
      advice: [advice],
    };
  }
  return undefined;
}

/** Returns the error code if this user has no permission for a path; for a folder, also if its files cannot be opened. */
export function findRefusal(path: string, mode: number): string | undefined {
  try {
    accessSync(path, statSync(path).isDirectory() ? mode | constants.X_OK : mode);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EACCES' || code === 'EPERM' ? code : undefined;
  }
}
