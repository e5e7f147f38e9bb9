import { acceptLinkSchema, checkLinkSchema, forgotPasswordSchema } from '@threadline/schema/account-link';
import { inviteSchema } from '@threadline/schema/user';
import { Hono } from 'hono';
import { maxAccountBytes } from '../auth/auth-routes.ts';
import { createReauthentication } from '../auth/recent-auth.ts';
import { requireSession, type SignedIn } from '../auth/require-session.ts';
import type { Sessions } from '../auth/sessions.ts';
import { emailKeyOf } from '../auth/user-row.ts';
import type { Deps } from '../context.ts';
import { afterReply } from '../platform/http/defer.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { createRateLimit, limitNetwork } from '../platform/http/rate-limit.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { createAccountLinks } from './account-links.ts';

/** Mails to one address, whoever asks for them. */
const perAddress = { name: 'forgot', tries: 3, seconds: 3600 };
const perNetwork = { name: 'forgot-network', tries: 10, seconds: 15 * 60 };
const checksPerNetwork = { name: 'account-link-check', tries: 60, seconds: 15 * 60 };
const acceptsPerNetwork = { name: 'account-link', tries: 30, seconds: 15 * 60 };

/** `/auth`: invitations, and passwords chosen by a link. */
export function linkRoutes(deps: Deps, { sessions, outbox }: { sessions: Sessions; outbox: Outbox }) {
  const { db } = deps;
  const links = createAccountLinks(deps, outbox);
  const mails = createRateLimit({ ...perAddress, db });
  const { confirmed } = createReauthentication(deps);
  const signedIn = requireSession(sessions);
  const limited = limitBody(maxAccountBytes);

  async function sendLink(email: string): Promise<void> {
    await mails.take(emailKeyOf(email));
    links.forgot(email);
  }

  return new Hono<SignedIn>()
    .post('/invitations', signedIn, limited, jsonBody(inviteSchema), confirmed, (context) => {
      const made = links.invite(context.req.valid('json'), context.var.session);
      return context.json({ success: true as const, ...made }, 201);
    })
    .post('/users/:id/link', signedIn, limited, confirmed, (context) => {
      const made = links.makeFor(context.req.param('id'), context.var.session);
      return context.json({ success: true as const, ...made }, 201);
    })
    .post('/forgot-password', limitNetwork(deps, perNetwork), limited, jsonBody(forgotPasswordSchema), (context) => {
      const { email } = context.req.valid('json');
      void afterReply(deps, 'a link to a new password could not be made', () => sendLink(email));
      const message = 'If there is an account with this address, a link to a new password is on its way.';
      return context.json({ success: true as const, message });
    })
    .post('/links/check', limitNetwork(deps, checksPerNetwork), limited, jsonBody(checkLinkSchema), (context) =>
      context.json({ success: true as const, ...links.check(context.req.valid('json').token) }),
    )
    .post(
      '/links/accept',
      limitNetwork(deps, acceptsPerNetwork),
      limited,
      jsonBody(acceptLinkSchema),
      async (context) => {
        const { email } = await links.accept(context.req.valid('json'));
        return context.json({ success: true as const, email, message: 'Your password is set. You can sign in.' });
      },
    );
}
