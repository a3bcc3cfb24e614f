/**
 * Currencies whose minor unit is not a hundredth (ISO 4217, list one of 2024). A list of ours and not the browser's: engines follow CLDR, which rounds some currencies to what
 * shops use, and differ between versions, while amounts are signed and have to come out the same for ever.
 */
const unusual: Readonly<Record<string, number>> = Object.fromEntries([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'].map(
    (code) => [code, 0] as const,
  ),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3] as const),
  ...['CLF', 'UYW'].map((code) => [code, 4] as const),
]);

/** How many decimals an amount of this currency may have: those of its minor unit. */
export function decimalsOf(currency: string): number {
  return unusual[currency] ?? 2;
}

/** The currencies by their decimals, of those that have not two: for what has to say the same rule in another language (SQL). */
export function currenciesWith(decimals: number): readonly string[] {
  return Object.keys(unusual).filter((code) => unusual[code] === decimals);
}

/** Whether an amount in major units, as it is on the wire, is a whole number of the currency's minor units: KES 7,500.25 is, UGX 7,500.25 is not. */
export function fitsCurrency(amount: number, currency: string): boolean {
  return Number.isFinite(amount) && Number(amount.toFixed(decimalsOf(currency))) === amount;
}
