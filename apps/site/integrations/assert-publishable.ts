import { findDefinition } from '@threadline/schema/content/content-model';
import { findPlaceholders } from '@threadline/schema/content/placeholders';
import type { Snapshot } from '@threadline/schema/content/snapshot';

/** @throws Error that lists the texts that the owner still has to replace, or that refuses the seed as a whole */
export function assertPublishable({ items }: Pick<Snapshot, 'items'>, { contentUrl }: { contentUrl?: string }): void {
  const advice = 'To build the site anyway, set ALLOW_PLACEHOLDERS=1.';
  if (!contentUrl)
    throw new Error(`CONTENT_URL is not set, so the site would show the sample texts of content-seed. ${advice}`);
  const found = items
    .filter(({ metadata }) => !metadata.hidden)
    .flatMap(({ section, key, value }) =>
      findPlaceholders(findDefinition(section, key)?.schema, value).map((pointer) => `${section}.${key}${pointer}`),
    );
  if (found.length > 0) throw new Error(`These texts are still placeholders: ${found.join(', ')}. ${advice}`);
}
