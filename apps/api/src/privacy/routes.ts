import { correctionSchema, type Erasure, newRightsRequestSchema, personSchema } from '@threadline/schema/privacy';
import { desc } from 'drizzle-orm';
import { Hono } from 'hono';
import { recordAudit } from '../audit/service.ts';
import type { Sessions } from '../auth/sessions.ts';
import { erasures } from '../db/privacy-schema.ts';
import type { Deps } from '../deps.ts';
import { requireSession, type SignedIn } from '../http/authenticate.ts';
import { jsonBody, limitBody } from '../http/json-body.ts';
import type { Eraser } from './erase.ts';
import type { PersonalDataService } from './person.ts';
import type { RightsRequests } from './rights-requests.ts';

const maxBodyBytes = 16 * 1024;
const shownErasures = 100;

interface PrivacyParts {
  person: PersonalDataService;
  eraser: Eraser;
  rights: RightsRequests;
  sessions: Sessions;
}

/** What a person may ask the firm for: see, correct, erase, each by the address. Looking somebody up is written down. */
export function privacyRoutes(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { person, eraser, rights, sessions }: PrivacyParts,
) {
  const actorOf = (user: SignedIn['Variables']['session']['user']) => ({ id: user._id, name: user.name });
  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .use(limitBody(maxBodyBytes))
    .post('/find', jsonBody(personSchema), (context) => {
      const by = actorOf(context.get('session').user);
      recordAudit(db, { at: now().toISOString(), by, action: 'privacy.looked-up', subject: 'personal details' });
      return context.json({ success: true as const, data: person.find(context.req.valid('json').email) });
    })
    .post('/correct', jsonBody(correctionSchema), (context) => {
      const by = actorOf(context.get('session').user);
      return context.json({ success: true as const, data: person.correct(context.req.valid('json'), by) });
    })
    .post('/erase', jsonBody(personSchema), (context) => {
      const by = actorOf(context.get('session').user);
      return context.json({
        success: true as const,
        ...eraser.erasePerson(context.req.valid('json').email, 'admin', by),
      });
    })
    .get('/requests', (context) => context.json({ success: true as const, requests: rights.list() }))
    .post('/requests', jsonBody(newRightsRequestSchema), (context) => {
      rights.add(context.req.valid('json'), actorOf(context.get('session').user));
      return context.json({ success: true as const, requests: rights.list() }, 201);
    })
    .post('/requests/:id/done', (context) => {
      rights.finish(Number(context.req.param('id')), actorOf(context.get('session').user));
      return context.json({ success: true as const, requests: rights.list() });
    })
    .get('/erasures', (context) => {
      const rows = db.select().from(erasures).orderBy(desc(erasures.id)).limit(shownErasures).all();
      const list: Erasure[] = rows.map(({ byName, emailHash: _, ...row }) => ({ ...row, by: byName }));
      return context.json({ success: true as const, erasures: list });
    });
}
