/** What a cell of an export holds. Times are ISO 8601 in UTC, shares and percents plain numbers, money a number beside its currency. */
export type ExportValue = string | number | boolean | null;

/** One column of an exported table. Other people's spreadsheets lean on names and order: they do not follow the screen's layout. */
export interface ExportColumn<Row> {
  /** The member's name in JSON. */
  readonly id: string;
  /** The head in CSV, with the unit. */
  readonly header: string;
  readonly value: (row: Row) => ExportValue;
}

/** A column without ceremony. */
export const column = <Row>(id: string, header: string, value: (row: Row) => ExportValue | undefined): ExportColumn<Row> => ({
  id,
  header,
  value: (row) => value(row) ?? null,
});

/** What an export of one kind looks like. */
export interface ExportSheet<Row> {
  readonly columns: readonly ExportColumn<Row>[];
  /** The covenants that these rows stand under, for the record's covenant hash; absent where rows have none. */
  readonly covenantOf?: (row: Row) => string;
}
