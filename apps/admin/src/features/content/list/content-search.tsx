import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { GroupedContent } from '@threadline/schema/content-item';
import { memo, useDeferredValue, useId, useMemo, useState } from 'react';
import { HighlightedText } from '../../../ui/highlight.tsx';
import { searchContent } from '../model/search.ts';
import classes from './content-search.module.css';

const mostShown = 30;

/** Finds any words of the site, in all sections at once; each hit leads to its field. The list below stays as it is. */
export const ContentSearch = memo(({ content }: { content: GroupedContent }) => {
  const [words, setWords] = useState('');
  const wanted = useDeferredValue(words.trim());
  const hits = useMemo(
    () => (wanted.length > 1 ? searchContent(content, wanted, { limit: mostShown }) : undefined),
    [content, wanted],
  );
  const id = useId();
  return (
    <search className={classes.search}>
      <TextInput
        size="xs"
        type="search"
        aria-label="Search the content"
        aria-controls={id}
        placeholder="Find words in all sections"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={words}
        maxLength={100}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <p className="visually-hidden" role="status">
        {hits && foundWords(hits.length)}
      </p>
      <div id={id}>
        {hits && (
          <div className="panel">
            {hits.length === 0 ? (
              <p className={classes.nothing}>No words on the site fit “{wanted}”.</p>
            ) : (
              <ul>
                {hits.map(({ section, key, field, excerpt, marks, sectionTitle, itemTitle, fieldLabel }) => (
                  <li key={`${section}.${key}${field}`}>
                    <Link to="/content" search={{ section, item: key, field }} onClick={() => setWords('')}>
                      <span>
                        <HighlightedText text={excerpt} marks={marks} />
                      </span>
                      <small>{[...new Set([sectionTitle, itemTitle, fieldLabel])].filter(Boolean).join(', ')}</small>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </div>
    </search>
  );
});

function foundWords(count: number): string {
  if (count === 1) return '1 place found';
  return count === mostShown ? `The first ${count} places found` : `${count} places found`;
}
