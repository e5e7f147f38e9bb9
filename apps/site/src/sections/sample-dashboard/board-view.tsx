import { useState } from 'react';
import { type Board, listUnits, listWeeks } from '../../dashboard/board.ts';
import { toCsv } from '../../dashboard/csv.ts';
import { createCsvRows, type TabName } from '../../dashboard/tables.ts';
import { fill, formatDay } from '../../text/format.ts';
import { BoardFrame } from './board-frame.tsx';
import { CashTab } from './cash-bars.tsx';
import { KpiRow } from './kpi-row.tsx';
import { PeopleTab } from './people-tab.tsx';
import { PortfolioTab } from './portfolio-tab.tsx';
import { ProjectsTab } from './projects-tab.tsx';
import { TabList } from './tab-list.tsx';

const panelId = 'dashboard-panel';
const tabViews = { portfolio: PortfolioTab, projects: ProjectsTab, people: PeopleTab, cash: CashTab };

interface BoardViewProps {
  board: Board;
  /** Below the panel. */
  disclaimer: string;
}

/** The sample board with all its tabs and controls, once the browser has the data. */
export function BoardView({ board, disclaimer }: BoardViewProps) {
  const [tab, setTab] = useState<TabName>('portfolio');
  const [choice, setChoice] = useState({ unit: '', week: board.thisWeek });
  const [isTables, setIsTables] = useState(false);
  const { texts } = board;
  const View = tabViews[tab];

  return (
    <BoardFrame
      board={board}
      disclaimer={disclaimer}
      tabs={<TabList titles={board.tabs} active={tab} panelId={panelId} onChoose={setTab} />}
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
            <button type="button" onClick={() => setIsTables(!isTables)}>
              {isTables ? texts.showCharts : texts.showTables}
            </button>
          )}
          <button
            type="button"
            onClick={() => download(toCsv(createCsvRows(board, choice, tab)), `${texts.fileName}-${tab}.csv`)}
          >
            {texts.download}
          </button>
        </p>
      }
    >
      {/* One element for all four tabs: a screen reader stays where it is while the content changes. */}
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${tab}`}>
        <KpiRow board={board} choice={choice} />
        <View board={board} choice={choice} isTables={isTables} />
      </div>
    </BoardFrame>
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

function download(text: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has not begun to read the file yet.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
