import { type KeyboardEvent, type PropsWithChildren, useEffect, useState } from 'react';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { fill, formatDay } from '../../text/format.ts';
import { type Board, listCashWeeks, listProjects, listRoles, listUnits, listWeeks } from './board.ts';
import { createCsvRows, type TabName, tabNames, toCsv } from './board-csv.ts';
import { BoardFrame, KpiRow } from './board-frame.tsx';
import valueStyles from './chart-values.css?inline';
import hydratedStyles from './dashboard-hydrated.css?inline';
import { BoardBoundary, useBoard } from './load-board.tsx';
import { CashTab, PeopleTab, PortfolioTab, ProjectsTab } from './tabs.tsx';
import { WeekCost } from './week-cost.tsx';

const panelId = 'dashboard-panel';
const tabViews = { portfolio: PortfolioTab, projects: ProjectsTab, people: PeopleTab, cash: CashTab };

interface SampleDashboardProps {
  dataUrl: string;
  /** Label of the button that loads the data again. */
  again: string;
}

/** The interactive sample dashboard. Until the data is loaded, and without JavaScript, `children` shows its first tab. */
export function SampleDashboard({ dataUrl, again, children }: PropsWithChildren<SampleDashboardProps>) {
  const { board, retry, fail } = useBoard(dataUrl);
  useEffect(() => adoptStyles(hydratedStyles + valueStyles), []);
  return (
    // `client:visible` watches this element: a slot alone has no box that could come into view.
    <div>
      {/* It stays mounted: the page's policy forbids setting markup by script. */}
      <div hidden={!!board} className={board === null ? undefined : 'board-waiting'}>
        {children}
      </div>
      {board && (
        <BoardBoundary onError={fail}>
          <BoardView board={board} />
        </BoardBoundary>
      )}
      {board === null && (
        <p role="status">
          <button type="button" className="button" onClick={retry}>
            {again}
          </button>
        </p>
      )}
    </div>
  );
}

/** The board with all its tabs and controls. */
function BoardView({ board }: { board: Board }) {
  const [tab, setTab] = useState<TabName>('portfolio');
  const [choice, setChoice] = useState({ unit: '', week: board.thisWeek });
  const [isTables, setIsTables] = useState(false);
  const [isAll, setIsAll] = useState(false);
  const [chosenRow, setChosenRow] = useState<string>();
  const { texts } = board;
  const projects = listProjects(board, choice);
  const open = chosenRow ?? projects.find(({ reason }) => reason)?.name;
  const rowCounts = {
    portfolio: projects.length,
    projects: projects.length,
    people: listRoles(board, choice).length,
    cash: listCashWeeks(board, choice.week).length,
  };
  const rows = { open, toggle: (name: string) => setChosenRow(name === open ? '' : name) };
  const download = () => saveFile(`${texts.fileName}-${tab}.csv`, toCsv(createCsvRows(board, choice, tab)));

  return (
    <BoardFrame
      board={board}
      tabs={<TabList titles={board.tabs} active={tab} onChoose={setTab} />}
      filters={
        <div className="board-filters">
          <Filter
            label={board.columns.unit}
            value={choice.unit}
            options={[['', texts.allUnits], ...listUnits(board).map((unit) => [unit, unit] as const)]}
            onChange={(unit) => setChoice({ ...choice, unit })}
          />
          <Filter
            label={texts.week}
            value={choice.week}
            options={listWeeks(board).map((week) => [week, fill(texts.weekOf, { date: formatDay(week) })] as const)}
            onChange={(week) => setChoice({ ...choice, week })}
          />
        </div>
      }
      actions={
        <p className="board-actions">
          {tab !== 'projects' && (
            <button
              type="button"
              className="link-button"
              onClick={() => {
                setIsTables(!isTables);
                setIsAll(true);
              }}
            >
              {isTables ? texts.showCharts : texts.showTables}
            </button>
          )}
          <button type="button" className="link-button" onClick={download}>
            {texts.download}
          </button>
        </p>
      }
      foot={<WeekCost texts={texts.weekCost} />}
    >
      {/* One element for all four tabs: a screen reader stays where it is while the content changes. */}
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${tab}`}>
        <KpiRow board={board} choice={choice} />
        {/* All four in one place, and all but one invisible: the panel is as high as the highest, so nothing below it moves. */}
        <div className={isAll ? 'board-stack' : 'board-stack short'}>
          {tabNames.map((name) => {
            const View = tabViews[name];
            return (
              <div key={name} className={name === tab ? 'active' : undefined}>
                <View board={board} choice={choice} isTables={isTables} rows={rows} />
              </div>
            );
          })}
        </div>
        <button type="button" className="show-all" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
          {isAll ? texts.showLess : fill(texts.showAll, { n: rowCounts[tab] })}
        </button>
      </div>
    </BoardFrame>
  );
}

interface TabListProps {
  titles: string[];
  active: TabName;
  onChoose: (tab: TabName) => void;
}

/** The tabs of WAI-ARIA: one tab stop; arrows, Home and End move and choose. */
function TabList({ titles, active, onChoose }: TabListProps) {
  const { length } = tabNames;
  const move = (event: KeyboardEvent) => {
    const current = tabNames.indexOf(active);
    const steps = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: -1 } as Record<string, number>;
    const next = steps[event.key];
    const tab = next === undefined ? undefined : tabNames[(next + length) % length];
    if (!tab) return;
    event.preventDefault();
    onChoose(tab);
    document.getElementById(`${panelId}-${tab}`)?.focus();
  };

  return (
    <div className="board-tabs" role="tablist" onKeyDown={move}>
      {tabNames.map((tab, index) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`${panelId}-${tab}`}
          aria-controls={panelId}
          aria-selected={tab === active}
          tabIndex={tab === active ? 0 : -1}
          onClick={() => onChoose(tab)}
        >
          {titles[index]}
        </button>
      ))}
    </div>
  );
}

interface FilterProps {
  label: string;
  value: string;
  options: (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

function Filter({ label, value, options, onChange }: FilterProps) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {options.map(([option, title]) => (
        <option key={option} value={option}>
          {title}
        </option>
      ))}
    </select>
  );
}

function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  // The browser has not begun to read the file yet.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
