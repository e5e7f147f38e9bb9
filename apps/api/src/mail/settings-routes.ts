import { mailSettingsChangeSchema } from '@threadline/schema/wire/mail-settings';
import { Hono } from 'hono';
import { requireSession, type SignedIn } from '../auth/policy.ts';
import { createRecentAuth } from '../auth/recent-auth.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Deps } from '../context.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { createRateLimit } from '../platform/http/rate-limit.ts';
import type { MailDelivery } from '../platform/outbox/delivery.ts';
import type { MailTexts } from './compose.ts';
import { createMailSettings } from './settings.ts';
import { createTestMessage } from './test-message.ts';

const maxBodyBytes = 4 * 1024;
const testsPerUser = { name: 'mail-test', tries: 20, seconds: 15 * 60 };

interface MailSettingsRouteParts {
  sessions: Sessions;
  mailDelivery: MailDelivery;
  mailTexts: MailTexts;
}

/** `/mail-settings`: the mail server in use. Its password is never returned. */
export function mailSettingsRoutes(deps: Deps, { sessions, mailDelivery, mailTexts: texts }: MailSettingsRouteParts) {
  const settings = createMailSettings(deps, { mailDelivery, texts });
  const sendTestMessage = createTestMessage(deps, texts);
  const perUser = createRateLimit({ ...testsPerUser, db: deps.db });
  const { requireRecentAuth } = createRecentAuth(deps);
  const limited = limitBody(maxBodyBytes);

  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .get('/', (context) => context.json({ success: true as const, ...settings.get() }))
    .put('/', limited, requireRecentAuth, jsonBody(mailSettingsChangeSchema), (context) => {
      settings.set(context.req.valid('json'), context.var.actor);
      return context.json({ success: true as const, ...settings.get() });
    })
    .delete('/', limited, requireRecentAuth, (context) => {
      settings.remove(context.var.actor);
      return context.json({ success: true as const, ...settings.get() });
    })
    .post('/test', limited, async (context) => {
      const { user } = context.var.session;
      await perUser.take(user._id);
      return context.json({ success: true as const, ...(await sendTestMessage(user.email)) });
    });
}
