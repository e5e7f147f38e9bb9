import { fromParts } from '@threadline/schema/rich-text/from-parts';
import { createContentQueries } from '../src/content/queries.ts';
import { createContentService } from '../src/content/service.ts';
import { contentHistory, deliveries, revisions } from '../src/platform/db/schema/core.ts';
import { ProblemError } from '../src/platform/http/problem-error.ts';
import { createPublishing } from '../src/publishing/service.ts';
import { createTestDeps } from './create-test-deps.ts';

export const editor = { id: 'u1', name: 'Editor' };

/** Creates the content service on a new database. */
export function createContentFixture() {
  const deps = createTestDeps();
  const publishing = createPublishing(deps, ['publisher']);
  const content = createContentService(deps, createContentQueries(deps.db), publishing);
  return { deps, publishing, content };
}

/** Returns the problem that a call throws. */
export function catchProblem(run: () => unknown): ProblemError {
  try {
    run();
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('No problem was thrown.');
}

/** Returns everything that a rejected write must leave unchanged. */
export function contentFootprint({ deps }: ReturnType<typeof createContentFixture>) {
  return [contentHistory, deliveries, revisions].map((table) => deps.db.select().from(table).all().length);
}

export const titleWrite = (value: string, version?: number) => ({ section: 'hero', key: 'title', value, version });

/** A value of the section `insights`. */
export const article = {
  kicker: 'Hiring',
  title: 'A note',
  excerpt: 'What it says.',
  publishedOn: '2026-11-20',
  picture: { src: '/art/cover-hiring', alt: '' },
  body: fromParts([{ text: 'Words.' }]),
};
