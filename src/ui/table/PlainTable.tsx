import { type ReactNode, useRef } from 'react';
import { useOverflows } from './useOverflows.ts';
import './table.css';

interface PlainTableProps {
  readonly label: string;
  readonly heads: readonly { readonly id: string; readonly label: string; readonly align?: 'end' }[];
  /** Inside a panel: the panel has the edges. */
  readonly edgeless?: boolean;
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
}

/** A short table that holds all its rows and sorts nothing. Long ones are DataTables. Where it is wider than its place it scrolls, by keyboard too. */
export function PlainTable({ label, heads, rows, edgeless = false }: PlainTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const scrolls = useOverflows(box);
  return (
    <div
      ref={box}
      className="uk-plain-table"
      data-edgeless={edgeless ? '' : undefined}
      {...(scrolls && { role: 'region', 'aria-label': `${label}, scrolls sideways`, tabIndex: 0 })}
    >
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
