import { expect, test } from 'vitest';
import { type AreaScore, calculateResult, formatMessage } from './score.ts';

const bands = [
  { min: 0, max: 2, title: 'Low', text: '' },
  { min: 3, max: 5, title: 'Middle', text: '' },
  { min: 6, max: 9, title: 'High', text: '' },
];

function createAreas(...points: (number | undefined)[]): AreaScore[] {
  return points.map((value, index) => ({
    area: `Area ${index + 1}`,
    service: `#service-${index + 1}`,
    points: value,
  }));
}

test('the score is the sum of the answers', () => {
  expect(calculateResult(createAreas(3, 0, 2), bands)).toMatchObject({ score: 5, answered: 3 });
});

test.each([
  [[0, 0, 2], 'Low'],
  [[1, 1, 1], 'Middle'],
  [[1, 3, 1], 'Middle'],
  [[2, 2, 2], 'High'],
  [[3, 3, 3], 'High'],
])('the answers %j lie in the band %s', (points, title) => {
  expect(calculateResult(createAreas(...points), bands).band?.title).toBe(title);
});

test('nought is an answer, but a missing answer withholds band and weakest areas', () => {
  expect(calculateResult(createAreas(0, undefined, 0), bands)).toEqual({
    score: 0,
    answered: 2,
    band: undefined,
    weakest: [],
  });
  expect(calculateResult(createAreas(0, 0, 0), bands).band?.title).toBe('Low');
});

test('the two lowest areas are the weakest; equal ones keep the order of the questions', () => {
  const findWeakest = (...points: number[]) =>
    calculateResult(createAreas(...points), bands).weakest.map(({ area }) => area);
  expect(findWeakest(2, 0, 1)).toEqual(['Area 2', 'Area 3']);
  expect(findWeakest(1, 1, 1)).toEqual(['Area 1', 'Area 2']);
  expect(findWeakest(3, 2, 2)).toEqual(['Area 2', 'Area 3']);
});

test('the message contains score, band and every answer as text', () => {
  const areas = createAreas(0, 3);
  const message = formatMessage({
    areas,
    result: calculateResult(areas, bands),
    heading: 'Check',
    highest: 6,
    scale: ['No', 'Some', 'Most', 'Yes'],
    resultTexts: { message: '{heading}: {score} of {max}. {band}.', answer: '{area}: {answer}' },
  });
  expect(message).toBe('Check: 3 of 6. Middle.\nArea 1: No\nArea 2: Yes');
});
