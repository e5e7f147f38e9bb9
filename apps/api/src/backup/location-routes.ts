import { backupLocationChangeSchema } from '@threadline/schema/wire/backup-location';
import { Hono } from 'hono';
import { requireSession, type SignedIn } from '../auth/policy.ts';
import { createRecentAuth } from '../auth/recent-auth.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Deps } from '../context.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { createRateLimit } from '../platform/http/rate-limit.ts';
import { createLocationSettings } from './location-settings.ts';

const maxBodyBytes = 8 * 1024;
/** Each one connects to a host that the user chooses. */
const checksPerUser = { name: 'backup-location-check', tries: 20, seconds: 15 * 60 };

/** `/backup-location`: where backups are sent. Its secret is never returned. */
export function backupLocationRoutes(deps: Deps, sessions: Sessions) {
  const settings = createLocationSettings(deps);
  const perUser = createRateLimit({ ...checksPerUser, db: deps.db });
  const { requireRecentAuth } = createRecentAuth(deps);
  const limited = limitBody(maxBodyBytes);

  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .get('/', (context) => context.json({ success: true as const, ...settings.get() }))
    .put('/', limited, requireRecentAuth, jsonBody(backupLocationChangeSchema), async (context) => {
      await perUser.take(context.var.session.user._id);
      await settings.set(context.req.valid('json'), context.var.actor);
      return context.json({ success: true as const, ...settings.get() });
    })
    .delete('/', limited, requireRecentAuth, (context) => {
      settings.remove(context.var.actor);
      return context.json({ success: true as const, ...settings.get() });
    })
    .post('/check', limited, async (context) => {
      await perUser.take(context.var.session.user._id);
      return context.json({ success: true as const, ...(await settings.check()) });
    });
}
