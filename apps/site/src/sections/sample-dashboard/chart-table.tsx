interface ChartTableProps {
  caption: string;
  columns: string[];
  rows: { key: string; cells: (string | number)[]; tone?: 'down' | undefined }[];
}

/** The same figures as a chart, for those who would rather read them. */
export function ChartTable({ caption, columns, rows }: ChartTableProps) {
  return (
    <table className="chart-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...others], tone }) => (
          <tr key={key} className={tone}>
            <th scope="row">{first}</th>
            {others.map((cell, index) => (
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
