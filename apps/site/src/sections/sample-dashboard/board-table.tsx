import { Fragment, type ReactNode, useId } from 'react';

export interface Row {
  key: string;
  cells: readonly ReactNode[];
  className?: string | undefined;
  /** A line of its own below the row. */
  note?: ReactNode;
  /** Whether the line can be read. On paper it always can. */
  isOpen?: boolean;
  /** Opens or closes the line; without it, the row has no button. */
  onToggle?: (() => void) | undefined;
}

/** How many rows a phone shows at first. */
const shortRows = 3;

interface BoardTableProps {
  className: string;
  caption: string;
  columns: (readonly [title: string, className?: string])[];
  rows: Row[];
  foot?: readonly ReactNode[];
}

/** A table whose first column names the rows. */
export function BoardTable({ className, caption, columns, rows, foot }: BoardTableProps) {
  const id = useId();
  const renderCells = ([first, ...others]: readonly ReactNode[], opener?: ReactNode) => (
    <>
      <th scope="row">{opener || first}</th>
      {others.map((cell, index) => (
        <td key={index} className={columns[index + 1]?.[1]}>
          {cell}
        </td>
      ))}
    </>
  );
  return (
    <table className={className}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(([title, className]) => (
            <th key={title} scope="col" className={className}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells, className, note, isOpen = true, onToggle }, index) => (
          <Fragment key={key}>
            <tr className={joinClasses(className, index >= shortRows && 'more')}>
              {renderCells(
                cells,
                note && <Opener title={cells[0]} isOpen={isOpen} controls={`${id}${index}`} onToggle={onToggle} />,
              )}
            </tr>
            {note && (
              <tr
                id={onToggle && `${id}${index}`}
                className={joinClasses('reason', !isOpen && 'closed', index >= shortRows && 'more')}
              >
                <td colSpan={columns.length}>{note}</td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
      {foot && (
        <tfoot>
          <tr>{renderCells(foot)}</tr>
        </tfoot>
      )}
    </table>
  );
}

interface OpenerProps extends Pick<Row, 'isOpen' | 'onToggle'> {
  title: ReactNode;
  controls: string;
}

/** The name of a row with a line below. Until the script is there it only looks like a button, so that nothing moves then. */
function Opener({ title, isOpen, controls, onToggle }: OpenerProps) {
  const className = isOpen ? 'opener open' : 'opener';
  if (!onToggle) return <span className={className}>{title}</span>;
  return (
    <button type="button" className={className} aria-expanded={isOpen} aria-controls={controls} onClick={onToggle}>
      {title}
    </button>
  );
}

function joinClasses(...names: (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
