import { Hono, type MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import { requestId } from 'hono/request-id';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { allowSiteOrigin } from '../../platform/http/cors.ts';
import { isForm } from '../../platform/http/form-body.ts';
import { renderMessagePage } from '../../platform/http/message-page.ts';
import { onError, problemResponse } from '../../platform/http/problem-response.ts';
import { addApiHeaders } from '../../platform/http/security-headers.ts';
import {
  type ContactChannels,
  contactLinks,
  describeContactChannels,
  findContactChannels,
} from '../../publishing/releases/contact-channels.ts';
import { type LiveRelease, serveRelease } from '../../publishing/releases/live-release.ts';
import type { Advice, DataFault } from './inspect-data.ts';

interface RecoveryDeps {
  config: Config;
  /** Returns the present faults. */
  faults: () => DataFault[];
  /** Loaded with its images: the media store may be what is damaged. */
  liveRelease: LiveRelease;
  log: Logger;
}

const retryHeaders = { 'retry-after': '60' };

const publicSentences: Record<DataFault['part'], string> = {
  database: 'The database of this site is missing or cannot be used.',
  key: 'A key file of this site is missing, damaged or cannot be read.',
  restore: 'A backup is being restored.',
};

/**
 * Serves the last intact release without the database. Nothing is written: forms answer 503 with other ways to reach the
 * company, and the admin says what is wrong and which commands help. Paths are only in the log: anyone can open this page.
 */
export function createRecoveryApp({ config, faults, liveRelease, log }: RecoveryDeps) {
  const describePublicly = (): string => {
    const parts = new Set(faults().map(({ part }) => publicSentences[part]));
    const shown = liveRelease.file('/')
      ? 'Visitors still see the last published version of the site.'
      : 'There is no published version that visitors could see.';
    return [...parts, shown].join(' ');
  };
  const channels = (): ContactChannels =>
    findContactChannels(new TextDecoder().decode(liveRelease.file('/')?.body ?? new Uint8Array()));

  const refuseForm: MiddlewareHandler = async (context) => {
    const title = 'Your message could not be stored';
    const detail =
      `We cannot store messages right now, so nothing was sent. ${describeContactChannels(channels())}`.trim();
    if (!isForm(context)) return problemResponse(context, 'unavailable', { detail, headers: retryHeaders });
    context.header('retry-after', retryHeaders['retry-after']);
    const introduction = 'We cannot store messages right now, so nothing was sent. You can reach us directly:';
    const body = html`${contactLinks(channels()) ?? ''}`;
    return renderMessagePage(context, { title, sentence: introduction, status: 503, body, home: `${config.siteUrl}/` });
  };

  const explain: MiddlewareHandler = async (context) => {
    const advice = faults().flatMap((fault) => fault.advice);
    const help = html`<h2>What the server’s administrator can do</h2>
      <ul>${advice.map(showAdvice)}</ul>`;
    const body = html`${advice.length > 0 ? help : ''}
      <p class="note">The admin opens here as soon as the data can be read again.</p>`;
    context.header('refresh', '5');
    return renderMessagePage(context, {
      title: advice.length > 0 ? 'Recovery mode' : 'One moment',
      sentence: describePublicly(),
      status: 503,
      body,
    });
  };

  const app = new Hono();
  app.onError(onError(log));
  for (const path of ['/api/*', '/auth/*', '/content/*', '/admin/*', '/p/*'])
    app.use(path, requestId(), addApiHeaders());
  for (const path of ['/api/request/*', '/api/newsletter']) app.use(path, allowSiteOrigin(config));
  app.get('/api/livez', (context) => context.json({ success: true as const, status: 'recovery' }));
  app.post('/api/request/send-request', refuseForm).post('/api/newsletter', refuseForm).post('/p/*', refuseForm);
  for (const path of ['/api/*', '/auth/*', '/content/*'])
    app.all(path, (context) =>
      problemResponse(context, 'unavailable', { detail: describePublicly(), headers: retryHeaders }),
    );
  for (const path of ['/admin', '/admin/*', '/p/*']) app.get(path, explain);
  app.use('*', serveRelease(liveRelease, channels));
  return app;
}

/** Returns advice without the path of the data folder. */
function showAdvice({ text, command, dataDir }: Advice) {
  const folder = dataDir ? 'DATA_DIR=<data folder> ' : '';
  return html`<li>${text}${command ? html`: <code>${folder}${command}</code>` : '.'}</li>`;
}
