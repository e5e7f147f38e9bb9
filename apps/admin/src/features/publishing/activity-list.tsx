import { Link } from '@tanstack/react-router';
import { releaseNumber } from '../../format/release-number.ts';
import { timeOf } from '../../format/time.ts';
import { type Happening, useActivity } from '../../store/activity-log.ts';
import classes from './activity-list.module.css';

/** What the banners of this window said, to be read again. */
export function ActivityList() {
  const happened = useActivity();
  if (happened.length === 0) return null;
  return (
    <section className={classes.activity} aria-label="What happened in this window">
      <h3>In this window</h3>
      <ol>
        {happened.map((happening, index) => {
          const { tone, words } = sentenceOf(happening);
          return (
            <li key={`${happening.at} ${happened.length - index}`} data-tone={tone}>
              <time dateTime={happening.at}>{timeOf(happening.at)}</time>
              <span>
                {words}{' '}
                {'place' in happening && (
                  <Link to="/content" search={{ section: happening.place.section, item: happening.place.key }}>
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

function sentenceOf(happening: Happening): { tone: 'good' | 'bad'; words: string } {
  if ('words' in happening) {
    const { words, problem } = happening;
    return problem
      ? { tone: 'bad', words: `Not saved: ${words}. ${problem}` }
      : { tone: 'good', words: `Saved: ${words}.` };
  }
  const { state, liveRelease, revision, faults } = happening.status;
  if (state === 'live') return { tone: 'good', words: `Release ${releaseNumber(liveRelease)} is live.` };
  const reasons = faults.map(({ detail }) => detail).join(' ');
  return { tone: 'bad', words: `Change ${revision} was not published. ${reasons}` };
}
