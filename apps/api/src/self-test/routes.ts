import { Hono } from 'hono';
import type { Sessions } from '../auth/sessions.ts';
import type { Deps } from '../deps.ts';
import { requireSession } from '../http/authenticate.ts';
import { limitBody } from '../http/json-body.ts';
import { ownAddress } from './own-address.ts';
import { runSelfTest } from './service.ts';

const maxBodyBytes = 1024;

/** `POST /`: one press, and every step from the form to the mail server has been tried. */
export function selfTestRoutes(deps: Pick<Deps, 'config' | 'db' | 'secrets'>, sessions: Sessions) {
  return new Hono().post('/', requireSession(sessions), limitBody(maxBodyBytes), async (context) => {
    const steps = await runSelfTest(deps, ownAddress(deps.config));
    return context.json({ success: true as const, steps });
  });
}
