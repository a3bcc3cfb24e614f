import { convert, type Money, noMoney, type Rates, sumByCurrency, sumOf } from './money.ts';

/** Exchange rates of one moment, as the platform stores them. */
export interface Snapshot {
  readonly id: string;
  /** When it was taken, ISO 8601. */
  readonly at: string;
  readonly rates: Rates;
}

/** Order of snapshots by time, then by id, so that everybody finds the same newest one. */
export function byMoment(one: Pick<Snapshot, 'id' | 'at'>, other: Pick<Snapshot, 'id' | 'at'>): number {
  const place = ({ id, at }: Pick<Snapshot, 'id' | 'at'>): string => `${at} ${id}`;
  return place(one) < place(other) ? -1 : Number(place(one) > place(other));
}

/** Money with the rates to count it at: those of the payment day, or the newest for open amounts; null if none are held. */
export interface Rated {
  readonly money: Money;
  readonly snapshot: Snapshot | null;
}

/** A total in one currency, with what it lacks and the rates used. */
export interface ConvertedSum {
  readonly sum: Money;
  /** Amounts without a rate, in their own currencies: not in the sum, and always reported beside it (D-64). */
  readonly unrated: readonly Money[];
  /** The snapshots used for conversion, oldest first; empty if nothing was converted. */
  readonly snapshots: readonly Pick<Snapshot, 'id' | 'at'>[];
}

/**
 * Totals amounts in one currency. Amounts of one currency and snapshot are added first and converted once, so that rounding errors do not
 * add up.
 */
export function convertedSum(parts: readonly Rated[], currency: string): ConvertedSum {
  const groups = new Map<string, { readonly snapshot: Snapshot | null; readonly own: Money[] }>();
  for (const { money, snapshot } of parts) {
    const key = money.currency === currency ? '' : `${money.currency} ${snapshot?.id ?? ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { snapshot, own: [money] });
    else group.own.push(money);
  }
  const sums: Money[] = [noMoney(currency)];
  const unrated: Money[] = [];
  const used = new Map<string, Snapshot>();
  for (const { snapshot, own } of groups.values())
    for (const each of sumByCurrency(own)) {
      const converted = convert(each, currency, snapshot?.rates ?? {});
      if (converted !== null) sums.push(converted);
      else if (each.minor !== 0) unrated.push(each);
      if (converted !== null && snapshot !== null && each.currency !== currency) used.set(snapshot.id, snapshot);
    }
  return {
    sum: sumOf(currency, sums),
    unrated: sumByCurrency(unrated).toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    snapshots: [...used.values()].sort(byMoment).map(({ id, at }) => ({ id, at })),
  };
}

/**
 * A total with the unconverted amounts beside it, each in its own currency. If the total is zero, only the unconverted amounts are
 * returned.
 */
export function moneyBeside(sum: Money, unrated: readonly Money[]): readonly Money[] {
  const told = unrated.filter(({ minor }) => minor !== 0);
  return sum.minor === 0 && told.length > 0 ? told : [sum, ...told];
}
