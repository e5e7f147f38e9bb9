import { Hono } from 'hono';
import { requireSession } from '../../auth/require-session.ts';
import type { Sessions } from '../../auth/sessions.ts';
import type { Deps } from '../../context.ts';
import { isSelfTest, selfTestHeader } from '../../enquiries/intake/intake-routes.ts';
import { limitBody } from '../../platform/http/json-body.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';
import type { MailWorker } from '../../platform/mail/worker.ts';
import { ownAddress } from './own-address.ts';
import { runSelfTest } from './service.ts';

const maxBodyBytes = 1024;

interface SelfTestServices {
  sessions: Sessions;
  worker: MailWorker;
}

/**
 * `POST /`: tries every step from the form to the mail server. `POST /by-token`: the same for the command `doctor`, whose
 * shell may have other settings than this server.
 */
export function selfTestRoutes(deps: Pick<Deps, 'config' | 'db' | 'secrets'>, { sessions, worker }: SelfTestServices) {
  const run = () => runSelfTest(deps, { url: ownAddress(deps.config), worker });
  return new Hono()
    .post('/', requireSession(sessions), limitBody(maxBodyBytes), async (context) =>
      context.json({ success: true as const, steps: await run() }),
    )
    .post('/by-token', limitBody(maxBodyBytes), async (context) => {
      if (!isSelfTest(context.req.header(selfTestHeader), deps.secrets.selfTestToken))
        throw new ProblemError('unauthenticated', { detail: 'The token of this installation is missing.' });
      return context.json({ success: true as const, steps: await run() });
    });
}
