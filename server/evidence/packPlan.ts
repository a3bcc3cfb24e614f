import type { VerificationStatus } from '../../src/contracts/verification.ts';

/** A verification that gets a pack, as the seed drafted it. Times are epoch milliseconds. */
export interface PackRequest {
  readonly vrfId: string;
  readonly siteCode: string;
  readonly siteName: string;
  readonly status: VerificationStatus;
  readonly sealedAtMs: number;
  readonly uptime: number;
  readonly fuelSavings: number;
}

/** How a seeded pack differs from an honest one, so that every verdict can be met in the demonstration. */
export type PackKind = 'honest' | 'manyFiles' | 'retiredKey' | 'alteredAfterSigning' | 'foreignKey';

export interface PlannedPack extends PackRequest {
  readonly packId: string;
  readonly kind: PackKind;
}

/** Number of the newest pack of a seed; the older ones count down, and those of the simulated day count on from it. */
export const NEWEST_NUMBER = 934;

/**
 * Names the packs of a tenant, newest verification first, and decides which are special. A record that failed is the one signed by a strange
 * key, a disputed one the one whose list was changed, where the tenant has such records; else places further down.
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
  special.set(newestFirst.length - 1, 'retiredKey'); // the oldest one: the key was in use then
  return newestFirst.map((request, index) => ({
    ...request,
    packId: `${prefix}${String(NEWEST_NUMBER - index).padStart(4, '0')}`,
    kind: special.get(index) ?? 'honest',
  }));
}
