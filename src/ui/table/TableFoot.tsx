import type { ReactNode } from 'react';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { rem } from '../theme/units.ts';
import './table.css';

/** Height of the footer in px; taller on touch screens (table.css). */
export const footHeight = 36;

interface TableFootProps<Shown> {
  /** Number of rows, in words. */
  readonly children: ReactNode;
  /** Muted text on the right. */
  readonly note?: ReactNode;
  /** Export of the table; absent for tables that are not data, and while there are no rows. */
  readonly offer?: TableExport<Shown> | undefined;
  /** The rows of the table, in its order. */
  readonly shown: () => readonly Shown[];
  /** Right end: the pagination. */
  readonly end?: ReactNode;
}

/** Footer of every data list: number of rows, and export (D-28). */
export function TableFoot<Shown>({ children, note, offer, shown, end }: TableFootProps<Shown>) {
  return (
    <div className="uk-table-foot" style={{ minHeight: rem(footHeight) }}>
      <span>{children}</span>
      <span className="uk-sp" />
      <span className="uk-fg3">{note}</span>
      {offer !== undefined && <ExportButton offer={offer} shown={shown} />}
      {end}
    </div>
  );
}
