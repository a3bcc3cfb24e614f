import { convert, type Money, noMoney, type Rates, sumByCurrency, sumOf } from './money.ts';

/** Exchange rates of one moment, as the platform keeps them. */
export interface Snapshot {
  readonly id: string;
  /** When it was taken, ISO 8601. */
  readonly at: string;
  readonly rates: Rates;
}

/** The order in which snapshots were taken; of one moment by their ids, so that whoever asks comes to the same newest. */
export function byMoment(one: Pick<Snapshot, 'id' | 'at'>, other: Pick<Snapshot, 'id' | 'at'>): number {
  const place = ({ id, at }: Pick<Snapshot, 'id' | 'at'>): string => `${at} ${id}`;
  return place(one) < place(other) ? -1 : Number(place(one) > place(other));
}

/** Money with the rates that it is counted at: those of the day on which it was paid, or the newest for what stands open; null where none are held. */
export interface Rated {
  readonly money: Money;
  readonly snapshot: Snapshot | null;
}

/** All of it in one currency, with what that sum lacks and what it was made at. */
export interface ConvertedSum {
  readonly sum: Money;
  /** What no rate is held for, by its own currency: in no sum, and never left out without a word (D-64). */
  readonly unrated: readonly Money[];
  /** The snapshots that something was converted at, oldest first; none where nothing was. */
  readonly snapshots: readonly Pick<Snapshot, 'id' | 'at'>[];
}

/** Adds up in one currency. Amounts of one currency at one snapshot are added first and converted once, so that rounding does not grow with their number. */
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
 * A sum at the rates held, with what no rate is held for beside it, each in its own currency: that is not nothing. Where it is all there is, it stands in the
 * sum's place.
 */
export function moneyBeside(sum: Money, unrated: readonly Money[]): readonly Money[] {
  const told = unrated.filter(({ minor }) => minor !== 0);
  return sum.minor === 0 && told.length > 0 ? told : [sum, ...told];
}
