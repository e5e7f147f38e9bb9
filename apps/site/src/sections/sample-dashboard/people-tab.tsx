import { listRoles } from '../../dashboard/tables.ts';
import { fill } from '../../text/format.ts';
import type { TabProps } from './tab-props.ts';

/** Who carries what: hours against a full week, and decisions that wait. */
export function PeopleTab({ board, choice, isTables }: TabProps) {
  const { columns, texts } = board;
  const roles = listRoles(board, choice);
  const longest = Math.max(...roles.map(({ plannedHours, availableHours }) => Math.max(plannedHours, availableHours)));

  return (
    <table className="board-people">
      <caption className="visually-hidden">{board.tabs[2]}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.owner}</th>
          <th scope="col" className="owner">
            {columns.project}
          </th>
          <th scope="col">{texts.load}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{texts.decisions}</th>
        </tr>
      </thead>
      <tbody>
        {roles.map((role) => (
          <tr key={role.role}>
            <th scope="row">{role.role}</th>
            <td className="owner">{role.projects.join(', ') || '–'}</td>
            <td className="load">
              {fill(texts.hours, { n: role.plannedHours, m: role.availableHours })}
              {!isTables && (
                <svg viewBox={`0 0 ${longest} 4`} preserveAspectRatio="none" aria-hidden="true">
                  <rect width={role.availableHours} height="4" className="track" />
                  <rect width={Math.min(role.plannedHours, role.availableHours)} height="4" className="bar" />
                  {role.hoursTooMany > 0 && (
                    <rect x={role.availableHours} width={role.hoursTooMany} height="4" className="bar late" />
                  )}
                </svg>
              )}
            </td>
            <td>
              <span className={`status ${role.hoursTooMany > 0 ? 'late' : 'track'}`}>
                {role.hoursTooMany > 0 ? fill(texts.overloaded, { n: role.hoursTooMany }) : texts.withinHours}
              </span>
            </td>
            <td className="cost">
              <span className="cell-label">{`${texts.decisions}: `}</span>
              {role.decisions}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
