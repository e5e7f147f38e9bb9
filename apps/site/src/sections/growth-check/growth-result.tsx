import { type PropsWithChildren, useEffect, useState } from 'react';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { fill } from '../../text/format.ts';
import hydratedStyles from './growth-hydrated.css?inline';
import { showOneQuestion } from './question-steps.ts';
import {
  type AreaScore,
  calculateResult,
  formatMessage,
  type GrowthContent,
  type GrowthResult as Result,
} from './score.ts';
import { ScoreStrip } from './score-strip.tsx';

const dotRows = 3;
const maxPoints = 3;

/**
 * Shows the result beside the questions. The questions stay server HTML: this island reads the answers from their form.
 * `children` is the scoring note, which is shown in print and without JavaScript.
 */
export function GrowthResult({ growth, children }: PropsWithChildren<{ growth: GrowthContent }>) {
  const [isHydrated, setIsHydrated] = useState(false);
  const { resultTexts } = growth;
  useEffect(() => {
    adoptStyles(hydratedStyles);
    setIsHydrated(true);
    const form = findForm();
    return form ? showOneQuestion(form, resultTexts) : undefined;
  }, [resultTexts]);

  return (
    <div className="growth-result">
      <div className="growth-static" data-live={isHydrated ? '' : undefined}>
        {children}
      </div>
      {isHydrated && <HydratedResult growth={growth} />}
    </div>
  );
}

function HydratedResult({ growth }: { growth: GrowthContent }) {
  const points = useAnswers(growth.questions);
  const { questions, bands, scale, texts, resultTexts } = growth;
  const areas = questions.map((question, index) => ({ ...question, points: points[index] }));
  const result = calculateResult(areas, bands);
  const highest = questions.length * maxPoints;

  return (
    <div className="growth-hydrated">
      <Score result={result} highest={highest} count={questions.length} texts={texts} resultTexts={resultTexts} />
      {result.band ? (
        <>
          <p>{result.band.text}</p>
          <Weakest areas={result.weakest} questions={questions} label={texts.weakestLabel} />
          <a
            className="button dark"
            href="#contact"
            data-open-contact={texts.heading}
            data-message={formatMessage({ areas, result, heading: texts.heading, highest, scale, resultTexts })}
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

interface ScoreProps extends Pick<GrowthContent, 'texts' | 'resultTexts'> {
  result: Result;
  highest: number;
  count: number;
}

function Score({ result, highest, count, texts, resultTexts }: ScoreProps) {
  const { score, answered, band } = result;
  const state =
    band?.title ?? (answered === 0 ? resultTexts.start : fill(resultTexts.progress, { n: answered, m: count }));
  const of = fill(resultTexts.of, { max: highest });
  return (
    <>
      {answered > 0 && (
        <p className="growth-score display" aria-hidden="true">
          <b>{score}</b> {of}
        </p>
      )}
      <ScoreStrip columns={Math.ceil(highest / dotRows)} rows={dotRows} woven={score} />
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

/** Returns the points by question. Some answers may have been given before the hydration. */
function useAnswers(questions: GrowthContent['questions']): (number | undefined)[] {
  const [answers, setAnswers] = useState(readAnswers);
  useEffect(() => {
    const read = () => setAnswers(readAnswers());
    findForm()?.addEventListener('change', read);
    return () => findForm()?.removeEventListener('change', read);
  }, []);
  return questions.map(({ id }) => toPoints(answers.get(`growth-${id}`)));
}

const findForm = () => document.querySelector<HTMLFormElement>('.growth-questions');
const readAnswers = () => new FormData(findForm() ?? undefined);

function toPoints(answer: FormDataEntryValue | null): number | undefined {
  return answer === null ? undefined : Number(answer);
}
