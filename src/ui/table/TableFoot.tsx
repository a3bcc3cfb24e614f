import type { ReactNode } from 'react';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import './table.css';

/** Height of the foot in px; a finger's is taller (table.css). */
export const footHeight = 36;

interface TableFootProps<Shown> {
  /** How many rows there are, in words. */
  readonly children: ReactNode;
  /** Quieter, on the right. */
  readonly note?: ReactNode;
  /** How the table is taken away; absent for those that are no data of their own, and while there is nothing to take. */
  readonly offer?: TableExport<Shown> | undefined;
  /** The rows that the table holds, in its order. */
  readonly shown: () => readonly Shown[];
  /** Right, last: the way through the pages. */
  readonly end?: ReactNode;
}

/** The foot that every list of data has: how many, and the way to take them away (D-28). */
export function TableFoot<Shown>({ children, note, offer, shown, end }: TableFootProps<Shown>) {
  return (
    <div className="uk-table-foot" style={{ minHeight: footHeight }}>
      <span>{children}</span>
      <span className="uk-sp" />
      <span className="uk-fg3">{note}</span>
      {offer !== undefined && <ExportButton offer={offer} shown={shown} />}
      {end}
    </div>
  );
}
