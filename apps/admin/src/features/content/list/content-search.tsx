import { Link } from '@tanstack/react-router';
import type { GroupedContent } from '@threadline/schema/content/content-item';
import { useDeferredValue, useId, useState } from 'react';
import { formatCount } from '../../../format/numbers.ts';
import { HighlightedText } from '../../../ui/highlight.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Note } from '../../../ui/record-list.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { searchContent } from '../model/search.ts';
import classes from './content-search.module.css';

const maxHits = 30;

/** Searches the text of all sections. Each hit links to its field. */
export function ContentSearch({ content }: { content: GroupedContent }) {
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query.trim());
  const hits = wanted.length > 1 ? searchContent(content, wanted, { limit: maxHits }) : undefined;
  const id = useId();
  return (
    <search className={classes.search}>
      <SearchInput
        label="Search the content"
        placeholder="Find text in all sections"
        aria-controls={id}
        value={query}
        onChange={setQuery}
      />
      <p className="visually-hidden" role="status">
        {hits && formatHitCount(hits.length)}
      </p>
      <div id={id}>
        {hits && (
          <Panel component="div">
            {hits.length === 0 ? (
              <Note>No text on the site matches “{wanted}”.</Note>
            ) : (
              <ul className="divided">
                {hits.map(({ section, key, field, excerpt, marks, sectionTitle, itemTitle, fieldLabel }) => (
                  <li key={`${section}.${key}${field}`}>
                    <Link
                      className="row-button"
                      to="/content"
                      search={{ section, item: key, field }}
                      onClick={() => setQuery('')}
                    >
                      <span>
                        <HighlightedText text={excerpt} marks={marks} />
                      </span>
                      <small>{[...new Set([sectionTitle, itemTitle, fieldLabel])].filter(Boolean).join(', ')}</small>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </Panel>
        )}
      </div>
    </search>
  );
}

function formatHitCount(count: number): string {
  return count === maxHits ? `The first ${count} results` : formatCount(count, 'result');
}
