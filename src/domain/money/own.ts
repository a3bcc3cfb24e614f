/** A row with the currency that its amounts are in, named by the row or, where it names none, the tenant's own. */
export type InCurrency<Row> = Row & { readonly currency: string };

/** The row in the tenant's own currency where it names none (`ownCurrencySchema`), itself where it names one. For what is shown; what is signed is judged as it came. */
export function inCurrency<Row extends { readonly currency?: string | undefined }>(row: Row, own: string): InCurrency<Row> {
  return { ...row, currency: row.currency ?? own };
}
