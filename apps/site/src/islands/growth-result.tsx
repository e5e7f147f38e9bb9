import { type PropsWithChildren, useEffect, useState } from 'react';
import {
  type AreaScore,
  type GrowthContent,
  messageOf,
  type GrowthResult as Result,
  resultOf,
} from '../growth-check/score.ts';
import growthLive from '../styles/growth-live.css?inline';
import { fill } from '../text/format.ts';
import { adoptStyles } from './adopt-styles.ts';
import { LivePart } from './live-part.tsx';
import { useIslandData } from './load-data.ts';
import { ScoreWeave } from './score-weave.tsx';

const dotRows = 3;
const maxPoints = 3;

interface GrowthResultProps {
  dataUrl: string;
  /** Words of the button that loads it again. */
  again: string;
}

/**
 * The live result beside the questions. They stay server HTML; this island reads the answers of their form. `children`
 * is the scoring note, which is all there is on paper and without JavaScript.
 */
export function GrowthResult({ dataUrl, again, children }: PropsWithChildren<GrowthResultProps>) {
  const { data, ...loading } = useIslandData(dataUrl);

  return (
    <div className="growth-result">
      <div className="growth-paper" data-live={data ? '' : undefined}>
        {children}
      </div>
      <LivePart data={data} again={again} {...loading}>
        {data && <LiveResult growth={data.growth} />}
      </LivePart>
    </div>
  );
}

function LiveResult({ growth }: { growth: GrowthContent }) {
  const points = useAnswers(growth.questions);
  const { questions, bands, scale, texts, words } = growth;
  const areas = questions.map((question, index) => ({ ...question, points: points[index] }));
  const result = resultOf(areas, bands);
  const highest = questions.length * maxPoints;

  return (
    <div className="growth-live">
      <Score result={result} highest={highest} count={questions.length} texts={texts} words={words} />
      {result.band ? (
        <>
          <p>{result.band.text}</p>
          <Weakest areas={result.weakest} questions={questions} label={texts.weakestLabel} />
          <a
            className="button dark"
            href="#contact"
            data-open-contact={texts.heading}
            data-message={messageOf({ areas, result, heading: texts.heading, highest, scale, words })}
          >
            {texts.send}
          </a>
        </>
      ) : (
        <dl>
          {bands.map(({ min, max, title, text }) => (
            <div key={title}>
              <dt className="display">
                <span className="range">{`${min}–${max}`}</span>
                {title}
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

interface ScoreProps extends Pick<GrowthContent, 'texts' | 'words'> {
  result: Result;
  highest: number;
  count: number;
}

function Score({ result, highest, count, texts, words }: ScoreProps) {
  const { score, answered, band } = result;
  const state = band?.title ?? (answered === 0 ? words.start : fill(words.progress, { n: answered, m: count }));
  const of = fill(words.of, { max: highest });
  return (
    <>
      <p className="growth-score display" aria-hidden="true">
        <b>{score}</b> {of}
      </p>
      <ScoreWeave columns={Math.ceil(highest / dotRows)} rows={dotRows} woven={score} />
      {band ? <h4 className="display">{band.title}</h4> : <p aria-hidden="true">{state}</p>}
      <p className="visually-hidden" role="status">
        {`${texts.scoreLabel}: ${score} ${of}. ${state}`}
      </p>
    </>
  );
}

interface WeakestProps extends Pick<GrowthContent, 'questions'> {
  areas: AreaScore[];
  label: string;
}

function Weakest({ areas, questions, label }: WeakestProps) {
  return (
    <>
      <p className="growth-weakest">{label}</p>
      <ul>
        {areas.map(({ area, service }) => (
          <li key={area}>
            <b>{area}</b>
            <a href={service}>{questions.find((question) => question.area === area)?.serviceTitle}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Points by question, of a form that is server HTML; answers may have been given before this island woke up. */
function useAnswers(questions: GrowthContent['questions']): (number | undefined)[] {
  const [answers, setAnswers] = useState(readAnswers);
  useEffect(() => {
    adoptStyles(growthLive);
    const read = () => setAnswers(readAnswers());
    growthForm()?.addEventListener('change', read);
    return () => growthForm()?.removeEventListener('change', read);
  }, []);
  return questions.map(({ id }) => pointsOf(answers.get(`growth-${id}`)));
}

const growthForm = () => document.querySelector<HTMLFormElement>('.growth-questions');
const readAnswers = () => new FormData(growthForm() ?? undefined);

function pointsOf(answer: FormDataEntryValue | null): number | undefined {
  return answer === null ? undefined : Number(answer);
}
