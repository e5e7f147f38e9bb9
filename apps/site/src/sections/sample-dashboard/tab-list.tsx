import { type KeyboardEvent, useRef } from 'react';
import { type TabName, tabNames } from '../../dashboard/tables.ts';

interface TabListProps {
  titles: string[];
  active: TabName;
  panelId: string;
  onChoose: (tab: TabName) => void;
}

/** The tabs of WAI-ARIA: one tab stop; arrows, Home and End move and choose. */
export function TabList({ titles, active, panelId, onChoose }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const current = tabNames.indexOf(active);
    const last = tabNames.length - 1;
    const next = {
      ArrowLeft: current === 0 ? last : current - 1,
      ArrowRight: current === last ? 0 : current + 1,
      Home: 0,
      End: last,
    }[event.key];
    const tab = next === undefined ? undefined : tabNames[next];
    if (next === undefined || !tab) return;
    event.preventDefault();
    onChoose(tab);
    list.current?.querySelectorAll('button')[next]?.focus();
  };

  return (
    <div className="board-tabs" role="tablist" ref={list} onKeyDown={move}>
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
