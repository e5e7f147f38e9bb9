import {
  correctionSchema,
  type Erasure,
  newPrivacyRequestSchema,
  type PersonalData,
  personSchema,
} from '@threadline/schema/wire/privacy';
import { desc } from 'drizzle-orm';
import { Hono } from 'hono';
import { requireSession, type SignedIn } from '../auth/policy.ts';
import { createRecentAuth } from '../auth/recent-auth.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Deps } from '../context.ts';
import type { RecordAccess } from '../platform/audit-log/access-log.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { erasures } from '../platform/db/schema/privacy.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import type { Eraser } from './erasure.ts';
import { hasPersonalData, type PersonalDataService } from './person.ts';
import type { PrivacyRequests } from './requests.ts';
import { countScheduled } from './retention.ts';

const maxBodyBytes = 16 * 1024;
const shownErasures = 100;
/** References that the audit entry of a search names. */
const maxReferences = 10;

interface PrivacyParts {
  recordAccess: RecordAccess;
  person: PersonalDataService;
  eraser: Eraser;
  privacyRequests: PrivacyRequests;
  sessions: Sessions;
}

/** Access, correction and erasure by address, and the list of privacy requests. Every search is audited. */
export function privacyRoutes(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { recordAccess, person, eraser, privacyRequests, sessions }: PrivacyParts,
) {
  const { requireRecentAuth } = createRecentAuth({ db, now });
  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .use(limitBody(maxBodyBytes))
    .post('/find', jsonBody(personSchema), (context) => {
      const by = context.var.actor;
      const data = person.find(context.req.valid('json').email);
      recordAudit(db, { at: now().toISOString(), by, action: 'privacy.looked-up', subject: describeFinding(data) });
      return context.json({ success: true as const, data });
    })
    .post('/correct', jsonBody(correctionSchema), (context) => {
      const by = context.var.actor;
      return context.json({ success: true as const, data: person.correct(context.req.valid('json'), by) });
    })
    .post('/erase', requireRecentAuth, jsonBody(personSchema), (context) => {
      const by = context.var.actor;
      return context.json({
        success: true as const,
        ...eraser.erasePerson(context.req.valid('json').email, 'admin', by),
      });
    })
    .get('/requests', (context) => {
      recordAccess(context.var.actor, { action: 'access.listed', subject: 'privacy requests' });
      return context.json({ success: true as const, requests: privacyRequests.list() });
    })
    .post('/requests', jsonBody(newPrivacyRequestSchema), (context) => {
      privacyRequests.add(context.req.valid('json'), context.var.actor);
      return context.json({ success: true as const, requests: privacyRequests.list() }, 201);
    })
    .post('/requests/:id/done', (context) => {
      privacyRequests.finish(Number(context.req.param('id')), context.var.actor);
      return context.json({ success: true as const, requests: privacyRequests.list() });
    })
    .get('/erasures', (context) => {
      const rows = db.select().from(erasures).orderBy(desc(erasures.id)).limit(shownErasures).all();
      const list: Erasure[] = rows.map(({ byName, emailHash: _, ...row }) => ({ ...row, by: byName }));
      return context.json({ success: true as const, erasures: list, scheduled: countScheduled(db) });
    });
}

/** Describes the result of a search without the address. */
function describeFinding({ enquiries, ...rest }: PersonalData): string {
  const references = enquiries.map(({ reference }) => reference);
  const more = references.length - maxReferences;
  if (more > 0) return `${references.slice(0, maxReferences).join(', ')} and ${more} more`;
  if (references.length > 0) return references.join(', ');
  return hasPersonalData({ enquiries, ...rest }) ? 'personal details' : 'an address without stored data';
}
