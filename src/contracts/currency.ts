/**
 * Currencies whose minor unit is not a hundredth (ISO 4217, list one of 2024). Not taken from the browser: engines follow CLDR, which
 * rounds some currencies to retail usage and differs between versions, while signed amounts must stay reproducible.
 */
const unusual: Readonly<Record<string, number>> = Object.fromEntries([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'].map(
    (code) => [code, 0] as const,
  ),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3] as const),
  ...['CLF', 'UYW'].map((code) => [code, 4] as const),
]);

/** Number of decimals of this currency's minor unit. */
export function decimalsOf(currency: string): number {
  return unusual[currency] ?? 2;
}

/** Codes of the currencies with this number of decimals, among those that do not have two. Used to state the same rule in SQL. */
export function currenciesWith(decimals: number): readonly string[] {
  return Object.keys(unusual).filter((code) => unusual[code] === decimals);
}

/**
 * True if an amount in major units, as on the wire, is a whole number of the currency's minor units: KES 7,500.25 is, UGX 7,500.25 is
 * not.
 */
export function fitsCurrency(amount: number, currency: string): boolean {
  return Number.isFinite(amount) && Number(amount.toFixed(decimalsOf(currency))) === amount;
}
