/** The value of an export cell. Times are ISO 8601 in UTC, shares and percents plain numbers, money a number beside its currency. */
export type ExportValue = string | number | boolean | null;

/** One column of an exported table. Users' spreadsheets depend on names and order, so they do not follow the screen's layout. */
export interface ExportColumn<Row> {
  /** The member's name in JSON. */
  readonly id: string;
  /** The CSV header, with the unit. */
  readonly header: string;
  readonly value: (row: Row) => ExportValue;
}

/** Creates a column; undefined becomes null. */
export const column = <Row>(id: string, header: string, value: (row: Row) => ExportValue | undefined): ExportColumn<Row> => ({
  id,
  header,
  value: (row) => value(row) ?? null,
});

/** The columns of one kind of export. */
export interface ExportSheet<Row> {
  readonly columns: readonly ExportColumn<Row>[];
  /** The covenant that a row falls under, for the export's covenant hash; absent if rows have none. */
  readonly covenantOf?: (row: Row) => string;
}
