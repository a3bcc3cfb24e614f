import { type ReactNode, useRef } from 'react';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import { plural } from '../../domain/format.ts';
import { TableFoot } from './TableFoot.tsx';
import { useOverflows } from './useOverflows.ts';
import './table.css';

interface PlainTableProps {
  readonly label: string;
  readonly heads: readonly { readonly id: string; readonly label: string; readonly align?: 'end' }[];
  /** Inside a panel, which has its own border. */
  readonly edgeless?: boolean;
  /** On a phone each row becomes a block of labelled values below this column's cell, so that nothing is hidden. */
  readonly stacksUnder?: string;
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
  /** Export of the rows (D-28); absent for tables that are not data: questions, legends. */
  readonly exports?: TableExport<never>;
}

/** Explicit roles: a browser may drop table semantics when CSS changes the display of table parts. */
const said = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
};
const unsaid: Partial<typeof said> = {};

/** A short table without sorting or virtualisation; use DataTable for long ones. Scrolls if too wide, by keyboard too. */
export function PlainTable({ label, heads, rows, edgeless = false, stacksUnder, exports }: PlainTableProps) {
  const roles = stacksUnder === undefined ? unsaid : said;
  const box = useRef<HTMLDivElement>(null);
  const scrolls = useOverflows(box);
  const table = (
    <div
      ref={box}
      className="uk-plain-table"
      data-edgeless={edgeless ? '' : undefined}
      data-stacks={stacksUnder === undefined ? undefined : ''}
      {...(scrolls && { role: 'region', 'aria-label': `${label}, scrolls sideways`, tabIndex: 0 })}
    >
      <table aria-label={label} {...roles.table}>
        <thead {...roles.group}>
          <tr {...roles.row}>
            {heads.map((head) => (
              <th key={head.id} scope="col" data-end={head.align === 'end' ? '' : undefined} {...roles.head}>
                {head.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.group}>
          {rows.map((row) => (
            <tr key={row.id} {...roles.row}>
              {row.cells.map((cell, at) => (
                <td
                  key={heads[at]?.id ?? at}
                  data-end={heads[at]?.align === 'end' ? '' : undefined}
                  data-label={stacksUnder === undefined ? undefined : heads[at]?.label}
                  data-lead={stacksUnder !== undefined && heads[at]?.id === stacksUnder ? '' : undefined}
                  {...roles.cell}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
  if (exports === undefined || rows.length === 0) return table;
  return (
    <div className="uk-plain-with-foot" data-edgeless={edgeless ? '' : undefined}>
      {table}
      <TableFoot offer={exports} shown={() => []}>
        {plural(rows.length, 'row')}
      </TableFoot>
    </div>
  );
}
