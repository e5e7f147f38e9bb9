import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { passkeyRoutes } from './account/passkey-routes.ts';
import { accountRoutes } from './account/routes.ts';
import { secondFactorRoutes } from './account/second-factor-routes.ts';
import { serveAdmin } from './admin/serve.ts';
import { createAccessLog } from './audit/access.ts';
import { knowOrigin } from './audit/origin.ts';
import { auditRoutes } from './audit/routes.ts';
import { linkRoutes } from './auth/link-routes.ts';
import { authRoutes } from './auth/routes.ts';
import { createSessions } from './auth/sessions.ts';
import { setupRoutes } from './auth/setup-routes.ts';
import { backupRoutes } from './backup/routes.ts';
import { createBackups } from './backup/store.ts';
import { contactRequestRoutes } from './contact-requests/routes.ts';
import { createContactRequests } from './contact-requests/service.ts';
import { createContentQueries } from './content/queries.ts';
import { createLiveReader } from './content/reader.ts';
import { contentRoutes } from './content/routes.ts';
import { createContentService } from './content/service.ts';
import { createLiveSnapshot } from './content/snapshot.ts';
import { createIntegrityCheck } from './dashboard/integrity.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import type { Deps } from './deps.ts';
import { createEnquiryLists } from './enquiries/list.ts';
import { createReplies } from './enquiries/replies.ts';
import { enquiryRoutes } from './enquiries/routes.ts';
import { createEnquiries } from './enquiries/service.ts';
import { exportRoutes } from './export/routes.ts';
import { createStorageCheck } from './health/check-storage.ts';
import { healthRoutes } from './health/routes.ts';
import { allowSite } from './http/allow-site.ts';
import { onError, problemResponse } from './http/on-error.ts';
import { apiHeaders, secureApi } from './http/security-headers.ts';
import { shedLoad } from './http/shed-load.ts';
import { refuseSeveralHosts } from './http/single-host.ts';
import { imageRoutes, mediaRoutes } from './images/routes.ts';
import { createComposer } from './mail/compose.ts';
import { createOutbox } from './mail/outbox.ts';
import { mailRoutes } from './mail/routes.ts';
import { createMailWorker } from './mail/worker.ts';
import { subscriberRoutes } from './newsletter/list-routes.ts';
import { newsletterRoutes } from './newsletter/routes.ts';
import { createNewsletter } from './newsletter/service.ts';
import { createAskPublisher } from './preview/ask-publisher.ts';
import { createPreviewDrawings } from './preview/drawings.ts';
import { createPreviewLinks } from './preview/links.ts';
import { previewPages } from './preview/pages.ts';
import { previewRoutes } from './preview/routes.ts';
import { createEraser } from './privacy/erase.ts';
import { createDataLinks } from './privacy/my-data.ts';
import { myDataRoutes } from './privacy/my-data-routes.ts';
import { createPersonalData } from './privacy/person.ts';
import { createRightsRequests } from './privacy/rights-requests.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { internalRoutes } from './publishing/internal-routes.ts';
import { createPresence } from './publishing/presence.ts';
import { createPublisherWatch } from './publishing/publisher-watch.ts';
import { createReview } from './publishing/review.ts';
import { publishingRoutes } from './publishing/routes.ts';
import { createPublishing, publisherReceiver } from './publishing/service.ts';
import { readContactChannels } from './releases/contact-channels.ts';
import { createLiveRelease } from './releases/live-release.ts';
import { releaseRoutes } from './releases/routes.ts';
import { serveRelease } from './releases/serve.ts';
import { selfTestRoutes } from './self-test/routes.ts';
import { usersRoutes } from './users/routes.ts';

/** The services behind the routes, each made once. */
export function createServices(deps: Deps) {
  const receivers = deps.config.webhook.receivers.map(({ url }) => url);
  if (deps.config.publisher.url) receivers.unshift(publisherReceiver);
  const publishing = createPublishing(deps, receivers);
  const queries = createContentQueries(deps.db);
  const content = createContentService(deps, queries, publishing);
  const liveRelease = createLiveRelease(join(deps.config.dataDir, 'releases'));
  const ask = createAskPublisher(deps);
  const integrity = createIntegrityCheck(deps);
  return {
    ...createLeadServices(deps, queries),
    publishing,
    presence: createPresence(),
    review: createReview(deps, queries, publishing),
    queries,
    content,
    liveContent: createLiveReader(content, publishing),
    sessions: createSessions(deps),
    backups: createBackups(deps),
    integrity,
    storage: createStorageCheck(deps, integrity),
    publisherWatch: createPublisherWatch(deps),
    liveRelease,
    preview: { queries, ask, drawings: createPreviewDrawings(ask, liveRelease), links: createPreviewLinks(deps) },
  };
}

/** What becomes of the things that visitors send. */
function createLeadServices(deps: Deps, queries: ReturnType<typeof createContentQueries>) {
  const outbox = createOutbox(deps);
  const newsletter = createNewsletter(deps, outbox);
  const requests = createContactRequests(deps, { queries, outbox, newsletter });
  const person = createPersonalData(deps, outbox);
  return {
    noteAccess: createAccessLog(deps),
    person,
    eraser: createEraser(deps, queries),
    dataLinks: createDataLinks(deps, outbox, person),
    rights: createRightsRequests(deps),
    outbox,
    newsletter,
    requests,
    enquiries: createEnquiries(deps, { queries, outbox, requests, newsletter }),
    writeReply: createReplies(deps, outbox),
    lists: createEnquiryLists(deps, queries),
    worker: createMailWorker(deps, { outbox, compose: createComposer(deps, queries) }),
  };
}

export type Services = ReturnType<typeof createServices>;

/** Spec §7 names these calls with and without the prefix: one router, mounted twice. */
function createUnprefixed(deps: Deps, { content, outbox, sessions }: Services) {
  return new Hono()
    .route('/auth', authRoutes(deps, sessions))
    .route('/auth', usersRoutes(deps, sessions))
    .route('/auth', linkRoutes(deps, { sessions, outbox }))
    .route('/content', contentRoutes(content, sessions));
}

/** Every call of the API, relative to `/api`. The admin's client takes its types from here. */
function createApi(deps: Deps, services: Services, unprefixed: ReturnType<typeof createUnprefixed>) {
  const { liveRelease, publisherWatch, publishing, queries, sessions } = services;
  return new Hono()
    .route('/', unprefixed)
    .route('/upload', imageRoutes(deps, services))
    .route('/request', contactRequestRoutes(deps, services))
    .route('/newsletter', newsletterRoutes(deps, services))
    .route('/enquiries', enquiryRoutes(deps, services))
    .route('/mails', mailRoutes(deps, services))
    .route('/subscribers', subscriberRoutes(deps, services))
    .route('/my-data', myDataRoutes(deps, services))
    .route('/privacy', privacyRoutes(deps, services))
    .route('/self-test', selfTestRoutes(deps, services))
    .route('/publishing', publishingRoutes(deps, services))
    .route('/releases', releaseRoutes(deps, publishing, sessions))
    .route('/account/passkeys', passkeyRoutes(deps, sessions))
    .route('/account/second-factor', secondFactorRoutes(deps, sessions))
    .route('/account', accountRoutes(deps, sessions))
    .route('/audit', auditRoutes(deps, sessions))
    .route('/backups', backupRoutes(deps, services))
    .route('/preview', previewRoutes(deps, sessions, services.preview))
    .route('/export', exportRoutes(deps, services))
    .route('/dashboard', dashboardRoutes(deps, services))
    .route('/internal', internalRoutes(deps, { queries, publishing, liveRelease, publisherWatch }))
    .route('/', setupRoutes(deps, sessions))
    .route('/', healthRoutes({ liveRelease, publisherWatch, storage: services.storage }))
    .get('/snapshot', createLiveSnapshot(deps, queries));
}

export type Api = ReturnType<typeof createApi>;

/** The router: API, media, admin, and the live release for every other path. */
export function createApp(deps: Deps, services: Services) {
  const unprefixed = createUnprefixed(deps, services);
  const app = new Hono();
  app.onError(onError(deps.log, services.storage.noteError));

  const apiPaths = ['/api', '/auth', '/content'];
  const shed = shedLoad();
  for (const path of apiPaths) app.use(`${path}/*`, requestId(), secureApi(), shed, knowOrigin(deps));
  for (const path of ['/api/request/*', '/api/newsletter']) app.use(path, allowSite(deps.config));
  app.route('/api', createApi(deps, services, unprefixed)).route('/', unprefixed);
  for (const path of apiPaths) {
    app.all(`${path}/*`, (context) => problemResponse(context, 'not-found', { detail: 'There is no such call.' }));
  }

  app.use('/media/*', requestId());
  app.route('/media', mediaRoutes(deps));
  app.get('/admin', (context) => context.body(null, 308, { ...apiHeaders, location: '/admin/' }));
  app.use('/admin/*', serveAdmin(deps.config.adminDir));
  app.use('/preview/*', requestId(), shed);
  app.route('/preview', previewPages({ deps, ...services.preview }));
  app.use('/art/*', services.preview.drawings.serve);
  app.use(
    '*',
    serveRelease(services.liveRelease, () => readContactChannels(services.queries)),
  );
  return app;
}

/** What the server answers with: live content at once, everything else through the router. */
export function createFetch(app: ReturnType<typeof createApp>, { liveContent }: Services) {
  return (request: Request, env: HttpBindings) =>
    refuseSeveralHosts(env.incoming) ?? liveContent(env.incoming) ?? app.fetch(request, env);
}
