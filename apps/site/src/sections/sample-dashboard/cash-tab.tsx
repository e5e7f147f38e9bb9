import { CashBars } from './cash-bars.tsx';
import type { TabProps } from './tab-props.ts';

/** Thirteen weeks of cash as a chart with its table, or as the table alone. */
export function CashTab(props: TabProps) {
  return (
    <div className="board-cash">
      {!props.isTables && <CashBars {...props} />}
      <CashBars {...props} isTables isPlain={!props.isTables} />
    </div>
  );
}
