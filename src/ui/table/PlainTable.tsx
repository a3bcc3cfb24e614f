import type { ReactNode } from 'react';
import './table.css';

interface PlainTableProps {
  readonly label: string;
  readonly heads: readonly { readonly id: string; readonly label: string; readonly align?: 'end' }[];
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
}

/** A short table that holds all its rows and sorts nothing. Long ones are DataTables. */
export function PlainTable({ label, heads, rows }: PlainTableProps) {
  return (
    <div className="uk-plain-table">
      <table aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head.id} scope="col" data-end={head.align === 'end' ? '' : undefined}>
                {head.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {row.cells.map((cell, at) => (
                <td key={heads[at]?.id ?? at} data-end={heads[at]?.align === 'end' ? '' : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
