import type { PaperTable } from './reportModel.ts';

/** Explicit roles: a browser may drop table semantics when CSS changes the display of table parts. */
const said = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
};

/** A table of a report: heads wrap so that nine columns fit on A4; on a phone each row is a block of labelled values. */
export function PaperTableView({ table }: { readonly table: PaperTable }) {
  const { label, heads, rows, total } = table;
  const line = (cells: readonly string[]) =>
    heads.map(({ name, unit }, place) =>
      place === 0 ? (
        <th key={name} scope="row" {...said.rowHead}>
          {cells[place]}
        </th>
      ) : (
        <td
          key={name}
          {...said.cell}
          data-label={unit === undefined ? name : `${name}, ${unit}`}
          data-none={cells[place] === '' ? '' : undefined}
        >
          {cells[place]}
        </td>
      ),
    );
  return (
    <section aria-label={label}>
      <h3>{label}</h3>
      <table className="report-table" aria-label={label} {...said.table}>
        <thead {...said.group}>
          <tr {...said.row}>
            {heads.map(({ name, unit }) => (
              <th key={name} scope="col" {...said.head}>
                {name}
                {unit !== undefined && <span>{unit}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...said.group}>
          {rows.map((cells) => (
            <tr key={cells[0]} {...said.row}>
              {line(cells)}
            </tr>
          ))}
        </tbody>
        <tfoot {...said.group}>
          <tr {...said.row}>{line(total)}</tr>
        </tfoot>
      </table>
    </section>
  );
}
