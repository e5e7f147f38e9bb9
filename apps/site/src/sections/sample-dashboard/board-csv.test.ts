import { readSiteContent } from '@threadline/schema/content/site-content';
import { beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../config.ts';
import { loadSnapshot } from '../../../integrations/load-snapshot.ts';
import {
  type Board,
  createBoard,
  findLowestWeek,
  listCashWeeks,
  listProjects,
  listRoles,
  sumPreviousWeek,
  sumProjects,
} from './board.ts';
import { createCsvRows, toCsv } from './board-csv.ts';

let board: Board;
const all = { unit: '', week: '2026-11-16' };

beforeAll(async () => {
  const seed = await loadSnapshot({ ...readConfig({}), contentUrl: undefined });
  board = createBoard(readSiteContent(seed.items), '/art/landing.svg');
});

test('the figures of the sample agree with each other', () => {
  expect(board.thisWeek).toBe(all.week);
  expect(sumProjects(listProjects(board, all))).toEqual({
    milestonesPercent: 78,
    delayCostLakh: 18.4,
    decisions: 5,
    oldestDecisionDays: 9,
    needDecision: 3,
  });
  expect(sumPreviousWeek(board, all)).toMatchObject({ milestonesPercent: 72, delayCostLakh: 21.5 });
  expect(findLowestWeek(listCashWeeks(board, all.week))).toEqual({ balanceLakh: 42, number: 9 });
});

test('every owner of a project is a role with hours', () => {
  expect(
    listRoles(board, all)
      .flatMap(({ projects }) => projects)
      .sort(),
  ).toEqual(board.projects.map(({ name }) => name).sort());
});

test('every week of every sample project knows why something is late', () => {
  for (const project of board.projects) {
    for (const { status, reason, delayCostLakh } of [project, ...project.earlier]) {
      const isDelayed = status === 'late' || status === 'risk';
      expect([reason !== '', delayCostLakh > 0], project.name).toEqual([isDelayed, isDelayed]);
    }
  }
});

test('the download holds what the tab shows: the chosen unit, the chosen week, sums in rupees', () => {
  const [headings, ...rows] = createCsvRows(board, { unit: 'Sales', week: '2026-11-09' }, 'portfolio');
  expect(headings).toHaveLength(9);
  expect(rows).toEqual([
    ['Sales hiring, ten roles', 'Sales', 'Head of talent', '2 of 4', '12 Dec 2026', 'At risk', 240_000, '1 of 2', 0],
    ['Dealer app launch', 'Sales', 'Channel manager', '2 of 4', '19 Dec 2026', '5 days late', 510_000, '2 of 3', 2],
  ]);
});

test('people and cash have rows of their own', () => {
  expect(createCsvRows(board, { ...all, unit: 'Finance' }, 'people').slice(1)).toEqual([
    ['Finance controller', 'Finance', 'GST returns clean-up', '36 of 40 hours', 0],
  ]);
  const cash = createCsvRows(board, all, 'cash');
  expect(cash).toHaveLength(14);
  expect(cash[9]).toEqual(['11 Jan 2027', 42, '₹8\u00a0lakh below']);
});

test('rows end as spreadsheets expect them, after a mark of the encoding', () => {
  expect(
    toCsv([
      ['Project', 'Cost'],
      ['Pune', 6.8],
    ]),
  ).toBe('\uFEFFProject,Cost\r\nPune,6.8\r\n');
});

test('commas, quotes and line breaks stay inside their field', () => {
  expect(toCsv([['a,b', 'say "c"', 'd\ne']])).toBe('\uFEFF"a,b","say ""c""","d\ne"\r\n');
});

test.each(['=1+1', '+91', '-2', '@sum', '\tx', '\rx', ' =1'])('%j cannot run as a formula', (text) => {
  expect(toCsv([[text]])).toMatch(/^\uFEFF"?'/);
});

test('a negative number stays a number', () => {
  expect(toCsv([[-2.5]])).toBe('\uFEFF-2.5\r\n');
});
