import { ChevronRight, TriangleAlert } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Checkbox } from '../controls/Checkbox.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { rem } from '../theme/units.ts';
import type { Href } from '../../domain/screens/link.ts';
import type { Column } from './columns.ts';
import type { CardParts } from './table.ts';

interface TableRowProps<Row> {
  readonly row: Row | undefined;
  /** Name of the row if it is damaged; undefined otherwise. */
  readonly damaged: string | undefined;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly columns: readonly Column<Row>[];
  readonly card: ((row: Row) => CardParts) | null;
  readonly selected: boolean;
  /** In the Tab order; other rows are reached by arrow keys. */
  readonly active: boolean;
  readonly opens: boolean;
  /** Where its link leads; undefined without a record to open. */
  readonly href: Href | undefined;
  readonly checked: boolean | undefined;
  readonly checkable: boolean;
  readonly name: string;
  readonly onCheck: (index: number, checked: boolean) => void;
}

/** In place of a damaged row: its name, and that it is not merely loading. */
function DamagedCell({ name, columns }: { readonly name: string; readonly columns: number }) {
  return (
    <div role="gridcell" className="uk-td-damaged" style={{ gridColumn: `span ${columns}` }}>
      <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className="uk-clip">
        <span className="uk-mono">{name}</span> is damaged on this device
      </span>
    </div>
  );
}

/** What names a row, as the link to its record. The grid opens it, and gives the row its place in the Tab order. */
function RowLink({ href, children }: { readonly href: Href | undefined; readonly children: ReactNode }) {
  if (href === undefined) return children;
  return (
    <a className="uk-tr-link" href={href} tabIndex={-1} draggable={false}>
      {children}
    </a>
  );
}

function Cells<Row>({
  row,
  columns,
  href,
}: {
  readonly row: Row | undefined;
  readonly columns: readonly Column<Row>[];
  readonly href: Href | undefined;
}) {
  return columns.map((column, at) => (
    <div key={column.id} role="gridcell" className="uk-td" data-end={column.align === 'end' ? '' : undefined}>
      {row === undefined ? (
        <Skeleton w={`${[62, 78, 54, 70][at % 4]}%`} h={11} />
      ) : (
        <RowLink href={at === 0 ? href : undefined}>{column.cell(row)}</RowLink>
      )}
    </div>
  ));
}

function CardCell<Row>({
  row,
  card,
  opens,
  href,
}: {
  readonly row: Row | undefined;
  readonly card: (row: Row) => CardParts;
  readonly opens: boolean;
  readonly href: Href | undefined;
}) {
  if (row === undefined)
    return (
      <div role="gridcell" className="uk-card-cell">
        <div className="uk-card-main">
          <b>
            <Skeleton w="62%" h={13} />
          </b>
          <span>
            <Skeleton w="40%" h={10} />
          </span>
        </div>
        <div className="uk-card-aside">
          <Skeleton w={72} h={12} />
        </div>
      </div>
    );
  const { title, meta, aside, asideNote, actions } = card(row);
  return (
    <div role="gridcell" className="uk-card-cell">
      <div className="uk-card-main">
        <b className="uk-clip">
          <RowLink href={href}>{title}</RowLink>
        </b>
        {meta !== undefined && <span className="uk-clip">{meta}</span>}
      </div>
      {(aside !== undefined || asideNote !== undefined) && (
        <div className="uk-card-aside">
          <b>{aside}</b>
          {asideNote !== undefined && <span>{asideNote}</span>}
        </div>
      )}
      {actions}
      {opens && <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" />}
    </div>
  );
}

function Row<RowData>({
  row,
  damaged,
  index,
  top,
  height,
  columns,
  card,
  selected,
  active,
  opens,
  href,
  checked,
  checkable,
  name,
  onCheck,
}: TableRowProps<RowData>) {
  return (
    <div
      role="row"
      className="uk-tr"
      aria-rowindex={index + 2}
      aria-selected={opens || checked !== undefined ? selected || checked === true : undefined}
      aria-busy={row === undefined && damaged === undefined ? true : undefined}
      data-index={index}
      data-opens={opens && damaged === undefined ? '' : undefined}
      data-damaged={damaged === undefined ? undefined : ''}
      data-selected={selected || checked === true ? '' : undefined}
      tabIndex={active ? 0 : -1}
      style={{ transform: `translateY(${top}px)`, height: rem(height) }}
    >
      {checked !== undefined && (
        <div role="gridcell" className="uk-td-check">
          <Checkbox label={`Select ${name}`} checked={checked} onChange={(next) => onCheck(index, next)} disabled={!checkable} />
        </div>
      )}
      {damaged !== undefined ? (
        <DamagedCell name={damaged} columns={card === null ? columns.length : 1} />
      ) : card === null ? (
        <Cells row={row} columns={columns} href={href} />
      ) : (
        <CardCell row={row} card={card} opens={opens} href={href} />
      )}
    </div>
  );
}

/** One row; rendered again only if its data, place or state changes. */
export const TableRow = memo(Row) as typeof Row; // memo drops the type parameter
