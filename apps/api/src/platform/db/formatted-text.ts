import { fromParts, type Part } from '@threadline/schema/rich-text/from-parts';
import type { Database } from 'better-sqlite3';

/** Registers the SQL function `formatted_text`, with which a migration converts articles and pages. */
export function registerFormattedText(client: Database): void {
  client.function('formatted_text', { deterministic: true, directOnly: true }, (value) => {
    const { minutes: _, body, ...item } = JSON.parse(String(value)) as { minutes?: number; body: Part[] };
    return JSON.stringify({ ...item, body: fromParts(body) });
  });
}
