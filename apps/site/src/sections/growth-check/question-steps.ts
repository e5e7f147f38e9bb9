import { fill } from '../../text/format.ts';

const phones = '(width < 640px)';

/** Long enough to see the answer that was pressed. */
const advanceMs = 250;

interface StepTexts {
  /** The number of the question. */
  position: string;
  back: string;
  next: string;
}

/**
 * Shows one question at a time on phones, with buttons for the previous and the next one. A press on an answer goes on by
 * itself; an arrow key does not, because it chooses each answer on its way. Returns a function that shows all questions.
 */
export function showOneQuestion(form: HTMLFormElement, texts: StepTexts): () => void {
  const questions = [...form.querySelectorAll('fieldset')];
  const label = document.createElement('span');
  const back = createButton(texts.back);
  const next = createButton(texts.next);
  const steps = document.createElement('p');
  steps.className = 'growth-steps';
  steps.append(back, label, next);
  form.append(steps);
  const media = matchMedia(phones);
  const controller = new AbortController();
  const { signal } = controller;
  const isAnswered = (question: HTMLElement | undefined) => question?.querySelector(':checked') !== null;
  const firstOpen = questions.findIndex((question) => !isAnswered(question));
  let current = firstOpen < 0 ? questions.length - 1 : firstOpen;
  let timer: ReturnType<typeof setTimeout>;

  const update = () => {
    form.toggleAttribute('data-stepped', media.matches);
    for (const [index, question] of questions.entries()) question.toggleAttribute('data-current', index === current);
    label.textContent = fill(texts.position, { n: current + 1, m: questions.length });
    back.disabled = current === 0;
    next.disabled = current === questions.length - 1 || !isAnswered(questions[current]);
  };
  const goTo = (index: number) => {
    clearTimeout(timer);
    const question = questions[index];
    if (!question) return;
    current = index;
    update();
    question.tabIndex = -1;
    question.focus({ preventScroll: true });
  };

  update();
  media.addEventListener('change', update, { signal });
  form.addEventListener('change', update, { signal });
  back.addEventListener('click', () => goTo(current - 1), { signal });
  next.addEventListener('click', () => goTo(current + 1), { signal });
  form.addEventListener(
    'click',
    ({ target, detail }) => {
      // A key that chooses an answer causes a click too, without a count of presses.
      if (detail === 0 || !media.matches || !(target as Element).matches('[type=radio]')) return;
      clearTimeout(timer);
      timer = setTimeout(() => goTo(current + 1), advanceMs);
    },
    { signal },
  );
  return () => {
    controller.abort();
    clearTimeout(timer);
    form.removeAttribute('data-stepped');
    steps.remove();
  };
}

function createButton(label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button';
  button.textContent = label;
  return button;
}
