import { Link } from '@tanstack/react-router';
import { releaseNumber } from '../../format/release-number.ts';
import { timeOf } from '../../format/time.ts';
import { type ActivityEntry, useActivity } from '../../store/activity-log.ts';
import classes from './activity-list.module.css';

/** What the banners of this window said, to be read again. */
export function ActivityList() {
  const entries = useActivity();
  if (entries.length === 0) return null;
  return (
    <section className={classes.activity} aria-label="What happened in this window">
      <h3>In this window</h3>
      <ol>
        {entries.map((entry, index) => {
          const { tone, words } = sentenceOf(entry);
          return (
            <li key={`${entry.at} ${entries.length - index}`} data-tone={tone}>
              <time dateTime={entry.at}>{timeOf(entry.at)}</time>
              <span>
                {words}{' '}
                {'place' in entry && (
                  <Link to="/content" search={{ section: entry.place.section, item: entry.place.key }}>
                    Open it
                  </Link>
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function sentenceOf(entry: ActivityEntry): { tone: 'good' | 'bad'; words: string } {
  if ('text' in entry) {
    const { text: words, problem } = entry;
    return problem
      ? { tone: 'bad', words: `Not saved: ${words}. ${problem}` }
      : { tone: 'good', words: `Saved: ${words}.` };
  }
  const { state, liveRelease, revision, faults } = entry.status;
  if (state === 'live') return { tone: 'good', words: `Release ${releaseNumber(liveRelease)} is live.` };
  const reasons = faults.map(({ detail }) => detail).join(' ');
  return { tone: 'bad', words: `Change ${revision} was not published. ${reasons}` };
}
