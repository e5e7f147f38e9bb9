import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { apiHeaders } from '@threadline/schema/wire/release-response';
import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { createAccountMails } from './accounts/account-mails.ts';
import { accountRoutes } from './accounts/own-account-routes.ts';
import { setupRoutes } from './accounts/setup-routes.ts';
import { linkRoutes, usersRoutes } from './accounts/user-routes.ts';
import { auditRoutes } from './audit-log/routes.ts';
import { authRoutes } from './auth/auth-routes.ts';
import { factorRoutes } from './auth/factor-routes.ts';
import { createSessions } from './auth/sessions.ts';
import { createIntegrityCheck } from './backup/check-database.ts';
import { backupLocationRoutes } from './backup/location-routes.ts';
import { createRestores, type RestoreOutcome } from './backup/restores.ts';
import { backupRoutes } from './backup/routes.ts';
import { createBackups } from './backup/store.ts';
import { readBrandColors } from './content/brand-colors.ts';
import { createDiscardedDrafts } from './content/discarded-drafts.ts';
import { createDraftMails } from './content/draft-mails.ts';
import { draftRoutes } from './content/draft-routes.ts';
import { createDraftSchedule } from './content/draft-schedule.ts';
import { createDrafts } from './content/drafts.ts';
import { type ContentQueries, createContentQueries } from './content/queries.ts';
import { createLiveReader } from './content/reader.ts';
import { contentRoutes } from './content/routes.ts';
import { createContentService } from './content/service.ts';
import type { Deps } from './context.ts';
import { createEnquiryMails } from './enquiries/enquiry-mails.ts';
import { createEnquiryLists } from './enquiries/inbox/list.ts';
import { createReplies } from './enquiries/inbox/replies.ts';
import { enquiryRoutes } from './enquiries/inbox/routes.ts';
import { createEnquiries } from './enquiries/inbox/service.ts';
import { intakeRoutes } from './enquiries/intake/intake-routes.ts';
import { createIntake } from './enquiries/intake/service.ts';
import { createComposer, createMailTexts } from './mail/compose.ts';
import { createMessageReader } from './mail/message-text.ts';
import { mailRoutes } from './mail/routes.ts';
import { mailSettingsRoutes } from './mail/settings-routes.ts';
import { imageRoutes, mediaRoutes } from './media/routes.ts';
import { subscriberRoutes } from './newsletter/list-routes.ts';
import { newsletterRoutes } from './newsletter/routes.ts';
import { createNewsletter, createNewsletterMails } from './newsletter/service.ts';
import { dashboardRoutes } from './operations/dashboard.ts';
import { exportRoutes } from './operations/export.ts';
import { createStorageCheck, healthRoutes } from './operations/health.ts';
import { selfTestRoutes } from './operations/self-test.ts';
import { serveAdmin } from './operations/serve-admin.ts';
import { createAccessLog } from './platform/audit-log/access-log.ts';
import { trackNetwork } from './platform/audit-log/audit-log.ts';
import { allowSiteOrigin } from './platform/http/cors.ts';
import { onError, problemResponse } from './platform/http/problem-response.ts';
import { addApiHeaders } from './platform/http/security-headers.ts';
import { createJobQueue, type JobQueue } from './platform/jobs/job-queue.ts';
import { createMailDelivery } from './platform/outbox/delivery.ts';
import type { MailHandlers } from './platform/outbox/handlers.ts';
import { createOutbox } from './platform/outbox/outbox.ts';
import { createPreviewFeedback } from './preview/feedback.ts';
import { createFeedbackMails } from './preview/feedback-mails.ts';
import { createPreviewLinks } from './preview/links.ts';
import { previewPages } from './preview/pages.ts';
import { createPreviewRenderer } from './preview/render.ts';
import { previewRoutes } from './preview/routes.ts';
import { createEraser } from './privacy/erasure.ts';
import { createDataLinks, createMyDataMails, myDataRoutes } from './privacy/my-data.ts';
import { createPersonalData } from './privacy/person.ts';
import { createPrivacyRequests } from './privacy/requests.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { createPresence } from './publishing/events/presence.ts';
import { createPublisherMonitor, internalRoutes } from './publishing/internal-routes.ts';
import { readContactChannels } from './publishing/releases/contact-channels.ts';
import { createLiveRelease, serveRelease } from './publishing/releases/live-release.ts';
import { releaseRoutes } from './publishing/releases/release-routes.ts';
import { createReview } from './publishing/review.ts';
import { publishingRoutes } from './publishing/routes.ts';
import { createPublishing } from './publishing/service.ts';
import { createLiveSnapshot } from './publishing/snapshot.ts';
import { createDeliveries, listEndpoints } from './publishing/webhooks/deliveries.ts';
import { createReplication } from './replication/replication.ts';

/** Creates the services of the routes, each once. */
export function createServices(deps: Deps, lastRestore: RestoreOutcome | null = null) {
  const jobs = createJobQueue(deps);
  const deliveries = createDeliveries(deps, jobs);
  const publishing = createPublishing(deps, listEndpoints(deps.config), deliveries.wake);
  const queries = createContentQueries(deps.db);
  const content = createContentService(deps, queries, publishing);
  const drafts = createDrafts(deps);
  const liveRelease = createLiveRelease(join(deps.config.dataDir, 'releases'));
  const integrity = createIntegrityCheck(deps);
  return {
    ...createEnquiryServices(deps, queries, { jobs, onReceived: () => publishing.events.emit('enquiries') }),
    jobs,
    publishing,
    deliveries,
    presence: createPresence(),
    review: createReview(deps, content, publishing),
    queries,
    content,
    drafts,
    discardedDrafts: createDiscardedDrafts(deps, drafts),
    draftSchedule: createDraftSchedule(deps, content, publishing.notify),
    liveContent: createLiveReader(content, publishing.liveRevision),
    sessions: createSessions(deps),
    backups: createBackups(deps),
    restores: createRestores(lastRestore),
    integrity,
    replication: createReplication(deps),
    storage: createStorageCheck(deps, integrity),
    publisherMonitor: createPublisherMonitor(deps),
    liveRelease,
    preview: {
      queries,
      renderer: createPreviewRenderer(deps, liveRelease),
      links: createPreviewLinks(deps),
      feedback: createPreviewFeedback(deps, { queries, onChange: () => publishing.events.emit('feedback') }),
    },
  };
}

/** Creates the services for enquiries, newsletter, mail and privacy. */
function createEnquiryServices(
  deps: Deps,
  queries: ContentQueries,
  { jobs, onReceived }: { jobs: JobQueue; onReceived: () => void },
) {
  const mailing = createMailing(deps, queries);
  const outbox = createOutbox(deps, jobs, mailing.handlers);
  const newsletter = createNewsletter(deps, { outbox, queries });
  const intake = createIntake(deps, { queries, outbox, newsletter, onReceived });
  const person = createPersonalData(deps, outbox);
  return {
    composeMail: mailing.compose,
    readMessage: createMessageReader(deps, mailing.compose),
    mailTexts: mailing.texts,
    recordAccess: createAccessLog(deps),
    person,
    eraser: createEraser(deps),
    dataLinks: createDataLinks(deps, outbox, person),
    privacyRequests: createPrivacyRequests(deps),
    outbox,
    newsletter,
    intake,
    enquiries: createEnquiries(deps, { queries, outbox, intake, newsletter }),
    writeReply: createReplies(deps, outbox),
    lists: createEnquiryLists(deps, queries),
    mailDelivery: createMailDelivery(deps, { jobs, outbox, ...mailing }),
  };
}

/** Collects the mail handlers of all features. */
function createMailing(deps: Deps, queries: ContentQueries) {
  const texts = createMailTexts(queries);
  const handlers: MailHandlers = {
    ...createEnquiryMails(deps, { queries, texts }),
    ...createNewsletterMails(deps, texts),
    ...createMyDataMails(deps, texts),
    ...createAccountMails(deps, texts),
    ...createDraftMails(deps),
    ...createFeedbackMails(deps, texts),
  };
  return { handlers, texts, compose: createComposer(deps, { queries, texts, handlers }) };
}

export type Services = ReturnType<typeof createServices>;

/** Creates the calls that exist with and without the prefix (Spec §7): one router, mounted twice. */
function createUnprefixed(deps: Deps, { content, outbox, sessions }: Services) {
  return new Hono()
    .route('/auth', authRoutes(deps, sessions))
    .route('/auth', usersRoutes(deps, sessions))
    .route('/auth', linkRoutes(deps, { sessions, outbox }))
    .route('/content', contentRoutes(content, sessions));
}

/** Creates every call of the API, relative to `/api`. The admin's client infers its types from it. */
function createApi(deps: Deps, services: Services, unprefixed: ReturnType<typeof createUnprefixed>) {
  const { liveRelease, publisherMonitor, publishing, queries, sessions } = services;
  return new Hono()
    .route('/', unprefixed)
    .route('/drafts', draftRoutes(services))
    .route('/upload', imageRoutes(deps, services))
    .route('/request', intakeRoutes(deps, services))
    .route('/newsletter', newsletterRoutes(deps, services))
    .route('/enquiries', enquiryRoutes(deps, services))
    .route('/outbox', mailRoutes(services))
    .route('/mail-settings', mailSettingsRoutes(deps, services))
    .route('/subscribers', subscriberRoutes(deps, services))
    .route('/my-data', myDataRoutes(deps, services))
    .route('/privacy', privacyRoutes(deps, services))
    .route('/self-test', selfTestRoutes(deps, services))
    .route('/publishing', publishingRoutes(deps, services))
    .route('/releases', releaseRoutes(deps, services))
    .route('/account', factorRoutes(deps, sessions))
    .route('/account', accountRoutes(deps, sessions))
    .route('/audit', auditRoutes(deps, sessions))
    .route('/backups', backupRoutes(deps, services))
    .route('/backup-location', backupLocationRoutes(deps, sessions))
    .route('/preview', previewRoutes(deps, sessions, services.preview))
    .route('/export', exportRoutes(deps, services))
    .route('/dashboard', dashboardRoutes(deps, services))
    .route('/internal', internalRoutes(deps, services))
    .route('/', setupRoutes(deps, sessions))
    .route('/', healthRoutes({ liveRelease, publisherMonitor, publishing, storage: services.storage }))
    .get('/snapshot', createLiveSnapshot(deps, queries));
}

export type Api = ReturnType<typeof createApi>;

/** Creates the router: API, media, admin, and the live release for every other path. */
export function createApp(deps: Deps, services: Services) {
  const unprefixed = createUnprefixed(deps, services);
  const app = new Hono();
  app.onError(onError(deps.log, services.storage.recordError));

  const apiPaths = ['/api', '/auth', '/content'];
  for (const path of apiPaths) app.use(`${path}/*`, requestId(), addApiHeaders(), trackNetwork(deps));
  for (const path of ['/api/request/*', '/api/newsletter']) app.use(path, allowSiteOrigin(deps.config));
  app.route('/api', createApi(deps, services, unprefixed)).route('/', unprefixed);
  for (const path of apiPaths) {
    app.all(`${path}/*`, (context) => problemResponse(context, 'not-found', { detail: 'There is no such call.' }));
  }

  app.use('/media/*', requestId());
  app.route('/media', mediaRoutes(deps));
  app.get('/admin', (context) => context.body(null, 308, { ...apiHeaders, location: '/admin/' }));
  app.use(
    '/admin/*',
    serveAdmin(deps.config.adminDir, () => readBrandColors(services.queries)),
  );
  app.use('/p/*', requestId());
  app.route('/p', previewPages({ deps, ...services.preview }));
  app.use('/art/*', services.preview.renderer.serveDrawing);
  app.use(
    '*',
    serveRelease(services.liveRelease, () => readContactChannels(services.queries)),
  );
  return app;
}

/** Creates the fetch handler of the server: live content bypasses the router. */
export function createFetch(app: ReturnType<typeof createApp>, { liveContent }: Services) {
  return (request: Request, env: HttpBindings) => liveContent(env.incoming) ?? app.fetch(request, env);
}
