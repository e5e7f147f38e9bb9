import { isNull } from 'drizzle-orm';
import type { Config } from '../config.ts';
import type { Deps } from '../context.ts';
import { images } from '../platform/db/schema/core.ts';
import { type Finding, fail, ok, warn } from './findings.ts';

const maxAnswerMs = 2000;

/** Requests the public addresses as a visitor's browser does, from this machine. */
export async function checkAddresses({ siteUrl, appUrl, passkeyDomain, http }: Config): Promise<Finding[]> {
  if (siteUrl === `http://localhost:${http.port}`)
    return [warn('SITE_URL is not set: links in messages begin with http://localhost and work on this machine only.')];
  const findings = [await checkAnswer(`${siteUrl}/release.json`, 'SITE_URL shows the site')];
  if (appUrl === siteUrl) return findings;
  const form = `${appUrl}/api/request/send-request`;
  const preflight = { origin: siteUrl, 'access-control-request-method': 'POST' };
  const shared = passkeyDomain === new URL(siteUrl).hostname;
  return [
    ...findings,
    await checkAnswer(`${appUrl}/api/livez`, 'APP_URL reaches the API'),
    await checkAnswer(form, 'Pages may send their forms to APP_URL', { method: 'OPTIONS', headers: preflight }),
    ok(`Passkeys belong to ${passkeyDomain}${shared ? '' : ' and do not work at another domain'}.`),
  ];
}

/** Requests the public address of each target to which releases are delivered. */
export async function checkTargets({ publishTargets }: Config): Promise<Finding[]> {
  const shown = publishTargets.filter(({ visibleAt }) => visibleAt !== undefined);
  return Promise.all(
    shown.map(({ name, visibleAt }) => checkAnswer(`${visibleAt}/release.json`, `The target ${name} shows the site`)),
  );
}

/** Requests a picture of the library from `MEDIA_URL`. */
export async function checkMediaUrl({ config, db }: Deps): Promise<Finding[]> {
  const image = config.mediaUrl && db.select({ url: images.url }).from(images).where(isNull(images.trashedAt)).get();
  return image ? [await checkAnswer(config.mediaUrl + image.url, 'MEDIA_URL shows pictures')] : [];
}

async function checkAnswer(url: string, sentence: string, init: RequestInit = {}): Promise<Finding> {
  try {
    const { ok: isGood, status } = await fetch(url, { ...init, signal: AbortSignal.timeout(maxAnswerMs) });
    return isGood ? ok(`${sentence}.`) : fail(`${url} answers with ${status}.`);
  } catch (error) {
    return fail(`${url} cannot be reached: ${describeFetchError(error)}.`);
  }
}

function describeFetchError(error: unknown): string {
  const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? message;
}
