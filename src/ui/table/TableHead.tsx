import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from '../controls/Checkbox.tsx';
import { rem } from '../theme/units.ts';
import type { Column, Sort } from './columns.ts';

/** Height of the header, px; it stays visible while rows scroll under it. */
export const headHeight = 32;

interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sort: Sort | null;
  readonly sortable: (column: Column<Row>) => boolean;
  readonly onPress: (column: Column<Row>) => void;
  /** Above cards the header is for screen readers only. */
  readonly readOnly: boolean;
  /** True if rows have scrolled under it. */
  readonly lifted: boolean;
  readonly box: { readonly all: boolean; readonly some: boolean; readonly onAll: (on: boolean) => void } | null;
}

/** Header of a table: column names and order. */
export function TableHead<Row>({ columns, sort, sortable, onPress, readOnly, lifted, box }: TableHeadProps<Row>) {
  return (
    <div
      className={readOnly ? 'uk-sr' : 'uk-thead'}
      role="row"
      aria-rowindex={1}
      data-lifted={lifted ? '' : undefined}
      style={readOnly ? undefined : { height: rem(headHeight) }}
    >
      {box !== null && (
        <div role="columnheader" className="uk-td-check">
          <Checkbox label="Select all shown" checked={box.all} mixed={box.some} onChange={box.onAll} />
        </div>
      )}
      {columns.map((column) => {
        const sorted = sort?.id === column.id ? sort : null;
        const Arrow = sorted?.desc === true ? ArrowDown : ArrowUp;
        return (
          <div
            key={column.id}
            role="columnheader"
            className="uk-th"
            data-end={column.align === 'end' ? '' : undefined}
            aria-sort={sorted === null ? undefined : sorted.desc ? 'descending' : 'ascending'}
          >
            {sortable(column) && !readOnly ? (
              <button type="button" onClick={() => onPress(column)}>
                {column.header}
                <Arrow size={14} strokeWidth={1.75} aria-hidden="true" data-shown={sorted === null ? undefined : ''} />
              </button>
            ) : column.headerHidden === true ? (
              <span className="uk-sr">{column.header}</span>
            ) : (
              column.header
            )}
          </div>
        );
      })}
    </div>
  );
}
