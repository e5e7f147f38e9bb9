import { Fragment, type ReactNode } from 'react';

export interface Row {
  key: string;
  cells: readonly ReactNode[];
  className?: string | undefined;
  /** A line of its own below the row. */
  note?: ReactNode;
}

interface BoardTableProps {
  className: string;
  caption: string;
  columns: (readonly [title: string, className?: string])[];
  rows: Row[];
  foot?: readonly ReactNode[];
}

/** A table whose first column names the rows. */
export function BoardTable({ className, caption, columns, rows, foot }: BoardTableProps) {
  const renderCells = ([first, ...others]: readonly ReactNode[]) => (
    <>
      <th scope="row">{first}</th>
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
        {rows.map(({ key, cells, className, note }) => (
          <Fragment key={key}>
            <tr className={className}>{renderCells(cells)}</tr>
            {note && (
              <tr className="reason">
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
