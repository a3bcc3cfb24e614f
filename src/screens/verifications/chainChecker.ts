import type { ChainEntry } from '../../contracts/verification.ts';
import { canonicalChainEntry, type ChainVerdict, type ComputedLink, judgeChain, type Sha256 } from '../../domain/records/chain.ts';
import { judgeFrom } from '../../domain/records/walkedChain.ts';

/** Checks a tenant's chain repeatedly as links arrive; hashes only links that are new or changed. */
export interface ChainChecker {
  check(held: readonly ChainEntry[]): Promise<ChainVerdict>;
  /** Checks the links from a walked place on; null if the whole chain must be checked (`judgeFrom`). */
  checkFrom(walked: { readonly index: number; readonly seal: string }, held: readonly ChainEntry[]): Promise<ChainVerdict | null>;
  /** Hashes the record now, bypassing the cache. */
  seal(entry: ChainEntry): Promise<string>;
}

/** Caches seals by the text they cover, so a changed record is always hashed again. About 400 bytes a link. */
export function createChainChecker(tenantId: string, sha256: Sha256): ChainChecker {
  const seals = new Map<string, string>();
  const sealOf = async (entry: ChainEntry): Promise<string> => {
    const text = canonicalChainEntry(tenantId, entry);
    const known = seals.get(text);
    if (known !== undefined) return known;
    const seal = await sha256(text);
    seals.set(text, seal);
    return seal;
  };
  const linksOf = (held: readonly ChainEntry[]): Promise<readonly ComputedLink[]> =>
    Promise.all(held.map(async (entry) => ({ entry, computedSeal: await sealOf(entry) })));
  return {
    seal: async (entry) => sha256(canonicalChainEntry(tenantId, entry)),
    check: async (held) => judgeChain(await linksOf(held), null),
    checkFrom: async (walked, held) => judgeFrom(walked, await linksOf(held)),
  };
}
