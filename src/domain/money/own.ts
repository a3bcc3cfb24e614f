/** A row with the currency of its amounts: the row's own or, if it names none, the tenant's. */
export type InCurrency<Row> = Row & { readonly currency: string };

/**
 * Adds the tenant's currency to a row that names none (`ownCurrencySchema`). For display; signatures are checked on the row as received.
 */
export function inCurrency<Row extends { readonly currency?: string | undefined }>(row: Row, own: string): InCurrency<Row> {
  return { ...row, currency: row.currency ?? own };
}
