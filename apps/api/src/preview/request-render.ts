import { type RenderedPath, type RenderRequest, renderedPathSchema } from '@threadline/schema/preview';
import { publishFaultSchema } from '@threadline/schema/publishing';
import { z } from 'zod';
import type { Deps } from '../context.ts';
import { ProblemError } from '../platform/http/problem-error.ts';

/** A little longer than the publisher gives one page. */
const replyTimeoutMs = 15_000;
const refusalSchema = z.object({ detail: z.string(), faults: z.array(publishFaultSchema).default([]) });

export type AskPublisher = (request: RenderRequest) => Promise<RenderedPath>;

/**
 * One path of the site from the publisher, over its internal HTTP.
 *
 * @returns a function that throws ProblemError: 404 for a path that the site does not have, 422 for content that no page
 *   can be made of, 503 when the publisher cannot be asked
 */
export function createAskPublisher({ config, secrets, log }: Pick<Deps, 'config' | 'secrets' | 'log'>): AskPublisher {
  return async (request) => {
    if (!config.publisher.url) throw unavailable('There are no previews: no publisher is configured.');
    const reply = await fetchPage(config.publisher.url, request).catch((error: unknown) => {
      log.warn({ err: error }, 'the publisher cannot be asked for a preview');
      throw unavailable('The preview is out of reach: the publisher does not answer. It is tried again.');
    });
    if (reply.ok) return renderedPathSchema.parse(await reply.json());
    const refusal = refusalSchema.safeParse(await reply.json().catch(() => undefined)).data;
    if (reply.status === 404) throw new ProblemError('not-found', { detail: 'The site has no such page.' });
    if (reply.status === 422) throw refused(refusal);
    log.warn({ status: reply.status, reason: refusal?.detail }, 'the publisher made no preview');
    throw unavailable('The preview cannot be made right now. It is tried again.');
  };

  function fetchPage(publisherUrl: string, request: RenderRequest): Promise<Response> {
    return fetch(`${publisherUrl}/preview`, {
      method: 'POST',
      redirect: 'manual',
      headers: { authorization: `Bearer ${secrets.publisherToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(replyTimeoutMs),
    });
  }
}

function unavailable(detail: string): ProblemError {
  return new ProblemError('unavailable', { detail, headers: { 'retry-after': '2' } });
}

function refused(refusal: z.infer<typeof refusalSchema> | undefined): ProblemError {
  const errors = (refusal?.faults ?? []).map(({ section = '', key = '', pointer = '', detail }) => ({
    pointer: `/${section}/${key}${pointer}`,
    detail,
  }));
  return new ProblemError('validation-failed', { detail: 'The page cannot be made from this content.', errors });
}
