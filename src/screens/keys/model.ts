import type { KeysResponse, SignedUnder } from '../../contracts/keys.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import { keySigns } from '../../domain/claims/deeds.ts';
import { plural } from '../../domain/format.ts';
import type { FreshnessState } from '../../domain/freshness.ts';

type Key = KeysResponse['keys'][number];

/** A key as its card shows it. */
export interface KeyView {
  readonly kid: string;
  readonly standing: Claim;
  /** What of this tenant's it signed, in words. */
  readonly signed: string;
  /** What that is worth now. */
  readonly worth: string;
  readonly dates: readonly { readonly name: string; readonly at: string }[];
  /** Why it was withdrawn; null for every other. */
  readonly reason: string | null;
  /** Signed things count no more. */
  readonly lost: boolean;
}

const worths: Readonly<Record<Key['state'], string>> = {
  current: 'All of it counts',
  former: 'Counts; the key is to be retired',
  retired: 'What it made until it was retired counts',
  withdrawn: 'None of it counts any more: it reads “Unknown kid”',
};

/** The keys in the platform's order: the one that signs, then from new to old. */
export function keyViews(keys: readonly Key[], freshness: FreshnessState): readonly KeyView[] {
  return keys.map((key) => ({
    kid: key.kid,
    standing: keySigns(key.kid, { state: key.state, freshness }),
    signed: signedWords(key.signed),
    worth: worths[key.state],
    dates: [
      { name: 'Valid from', at: key.notBefore },
      { name: 'Signed until', at: key.stoppedAt },
      { name: 'Retired', at: key.retiredAt },
      { name: 'Withdrawn', at: key.withdrawnAt },
    ].flatMap(({ name, at }) => (at === null ? [] : [{ name, at }])),
    reason: key.reason,
    lost: key.state === 'withdrawn' && total(key.signed) > 0,
  }));
}

const names = { packs: 'pack', portfolios: 'portfolio', payments: 'payment', reports: 'report' } as const;

/** '25 packs, 4 portfolios'. */
export function signedWords(signed: SignedUnder): string {
  const some = (Object.keys(names) as (keyof typeof names)[]).filter((what) => signed[what] > 0); // keys of the literal above
  return some.length === 0 ? 'Nothing that is kept' : some.map((what) => plural(signed[what], names[what])).join(', ');
}

function total({ packs, portfolios, payments, reports }: SignedUnder): number {
  return packs + portfolios + payments + reports;
}
