import type { VerificationStatus } from '../../src/contracts/verification.ts';

/** A drafted verification that gets a pack. Times are epoch milliseconds. */
export interface PackRequest {
  readonly vrfId: string;
  readonly siteCode: string;
  readonly siteName: string;
  readonly status: VerificationStatus;
  readonly sealedAtMs: number;
  readonly uptime: number;
  readonly fuelSavings: number;
}

/** How a seeded pack deviates from an honest one, so that the demonstration shows every verdict. */
export type PackKind = 'honest' | 'manyFiles' | 'retiredKey' | 'alteredAfterSigning' | 'foreignKey';

/** A request with its pack id, and whether the pack is honest. */
export interface PlannedPack extends PackRequest {
  readonly packId: string;
  readonly kind: PackKind;
}

/** Number of the newest seeded pack; older ones count down, and packs of the simulated day count up from it. */
export const NEWEST_NUMBER = 934;

/**
 * Assigns pack ids, newest verification first, and chooses the special packs. If the tenant has such records, a failed one gets the
 * foreign key and a disputed one the altered list; otherwise fixed places are used.
 */
export function planPacks(requests: readonly PackRequest[], prefix: string): PlannedPack[] {
  const newestFirst = requests.toSorted((a, b) => b.sealedAtMs - a.sealedAtMs);
  const special = new Map<number, PackKind>();
  const place = (kind: PackKind, wanted: (request: PackRequest) => boolean, fallback: number): void => {
    const found = newestFirst.findIndex((request, index) => wanted(request) && !special.has(index));
    const at = found === -1 ? fallback : found;
    if (at < newestFirst.length && !special.has(at)) special.set(at, kind);
  };
  place('alteredAfterSigning', ({ status }) => status === 'disputed', 3);
  place('foreignKey', ({ status }) => status === 'failed', 4);
  special.set(newestFirst.length - 2, 'manyFiles');
  special.set(newestFirst.length - 1, 'retiredKey'); // the oldest: that key was in use then
  return newestFirst.map((request, index) => ({
    ...request,
    packId: `${prefix}${String(NEWEST_NUMBER - index).padStart(4, '0')}`,
    kind: special.get(index) ?? 'honest',
  }));
}
