import type { KeysResponse, SignedUnder } from '../../contracts/keys.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import { keySigns } from '../../domain/claims/deeds.ts';
import { plural } from '../../domain/format.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';

type Key = KeysResponse['keys'][number];

/** A key as its card shows it. */
export interface KeyView {
  readonly kid: string;
  readonly standing: Claim;
  /** What it signed for this tenant, in words. */
  readonly signed: string;
  /** What those signatures are worth now. */
  readonly worth: string;
  readonly dates: readonly { readonly name: string; readonly at: string }[];
  /** Why it was withdrawn; null otherwise. */
  readonly reason: string | null;
  /** Its signatures no longer count. */
  readonly lost: boolean;
}

const worths: Readonly<Record<Key['state'], string>> = {
  current: 'All its signatures are valid',
  former: 'Its signatures are valid; the key is to be retired',
  retired: 'Signatures made before it was retired are valid',
  withdrawn: 'No signature is valid any more: shown as “Unknown kid”',
};

/** The keys in the platform's order: the signing key, then from new to old. */
export function keyViews(keys: readonly Key[], freshness: FreshnessState): readonly KeyView[] {
  return keys.map((key) => ({
    kid: key.kid,
    standing: keySigns(key.kid, { state: key.state, freshness }),
    signed: signedLabels(key.signed),
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

/** Counts in words: '25 packs, 4 portfolios'. */
export function signedLabels(signed: SignedUnder): string {
  const some = (Object.keys(names) as (keyof typeof names)[]).filter((what) => signed[what] > 0); // keys of the literal above
  return some.length === 0 ? 'No stored records' : some.map((what) => plural(signed[what], names[what])).join(', ');
}

function total({ packs, portfolios, payments, reports }: SignedUnder): number {
  return packs + portfolios + payments + reports;
}
