import { expect, test } from 'vitest';
import {
  findLowestWeek,
  getBurnUp,
  getDelayCost,
  listCashWeeks,
  listProjects,
  listUnits,
  listWeeks,
  sumPreviousWeek,
  sumProjects,
} from './board.ts';

const state = {
  stage: 1,
  status: 'track',
  delayCostLakh: 0,
  reason: '',
  daysLate: 0,
  milestonesDue: 2,
  milestonesMet: 2,
  decisions: 0,
  decisionDays: 0,
} as const;

const board = {
  thisWeek: '2026-11-16',
  projects: [
    {
      ...state,
      name: 'A',
      unit: 'North',
      owner: 'X',
      due: '2026-12-01',
      delayCostLakh: 0.1,
      decisions: 2,
      decisionDays: 9,
      earlier: [{ ...state, startsOn: '2026-11-09', delayCostLakh: 3, milestonesMet: 1 }],
    },
    {
      ...state,
      name: 'B',
      unit: 'South',
      owner: 'Y',
      due: '2026-12-08',
      delayCostLakh: 0.2,
      milestonesMet: 1,
      decisions: 1,
      decisionDays: 3,
      earlier: [],
    },
  ],
};

test('units and weeks to choose from come from the projects', () => {
  expect(listUnits(board)).toEqual(['North', 'South']);
  expect(listWeeks(board)).toEqual(['2026-11-16', '2026-11-09']);
});

test('a unit keeps its projects only', () => {
  expect(listProjects(board, { unit: 'South', week: board.thisWeek }).map(({ name }) => name)).toEqual(['B']);
  expect(listProjects(board, { unit: '', week: board.thisWeek })).toHaveLength(2);
});

test('an earlier week shows the projects as they were, without those that had not begun', () => {
  const [project, ...others] = listProjects(board, { unit: '', week: '2026-11-09' });
  expect(project).toMatchObject({ name: 'A', owner: 'X', delayCostLakh: 3, milestonesMet: 1, decisions: 0 });
  expect(others).toEqual([]);
});

test('totals add up in tenths of a lakh, and shares are whole per cent', () => {
  expect(sumProjects(listProjects(board, { unit: '', week: board.thisWeek }))).toEqual({
    milestonesPercent: 75,
    delayCostLakh: 0.3,
    decisions: 3,
    oldestDecisionDays: 9,
    needDecision: 2,
  });
});

test('without milestones there is no share, and nothing divides by nought', () => {
  expect(sumProjects([])).toEqual({
    milestonesPercent: undefined,
    delayCostLakh: 0,
    decisions: 0,
    oldestDecisionDays: 0,
    needDecision: 0,
  });
});

test('a week is compared with the one before it, the oldest with none', () => {
  expect(sumPreviousWeek(board, { unit: 'North', week: board.thisWeek })?.delayCostLakh).toBe(3);
  expect(sumPreviousWeek(board, { unit: '', week: '2026-11-09' })).toBeUndefined();
});

test('cash is shown for thirteen weeks from the chosen one on, with its lowest week', () => {
  const cash = Array.from({ length: 15 }, (_, index) => ({
    startsOn: `2026-01-${String(index + 1).padStart(2, '0')}`,
    balanceLakh: index === 10 ? 42 : 80,
  }));
  expect(listCashWeeks({ cash }, '2026-01-01')).toHaveLength(13);
  expect(findLowestWeek(listCashWeeks({ cash }, '2026-01-01'))).toEqual({ balanceLakh: 42, number: 11 });
  expect(findLowestWeek(listCashWeeks({ cash }, '2026-01-03'))).toEqual({ balanceLakh: 42, number: 9 });
  expect(findLowestWeek([])).toBeUndefined();
});

test('the burn-up is the one of the chosen unit, and of all where nothing is known of it', () => {
  const units = [{ unit: 'North', scope: 6, done: 2 }];
  const burnUp = ['2026-11-09', '2026-11-16'].map((startsOn) => ({ startsOn, scope: 10, done: 5, units }));
  expect(getBurnUp({ burnUp }, 'North')).toEqual({
    unit: 'North',
    weeks: ['2026-11-09', '2026-11-16'].map((startsOn) => ({ startsOn, scope: 6, done: 2 })),
  });
  for (const unit of ['', 'South']) expect(getBurnUp({ burnUp }, unit)).toEqual({ unit: '', weeks: burnUp });
});

test('each day of a delay costs a seventh of its week', () => {
  expect(getDelayCost({ delayCostLakh: 7 }, 1)).toBe(1);
  expect(getDelayCost({ delayCostLakh: 7 }, 9)).toBe(9);
  expect(getDelayCost({ delayCostLakh: 0 }, 9)).toBe(0);
});
