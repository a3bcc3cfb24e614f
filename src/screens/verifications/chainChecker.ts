import type { ChainEntry } from '../../contracts/verification.ts';
import { canonicalChainEntry, type ChainVerdict, type ComputedLink, judgeChain, type Sha256 } from '../../domain/chain.ts';
import { judgeFrom } from '../../domain/walkedChain.ts';

/** Checks a tenant's chain again and again as links come in, hashing only what it has not hashed before. */
export interface ChainChecker {
  check(held: readonly ChainEntry[]): Promise<ChainVerdict>;
  /** Of links from a walked place on; null where the whole has to be looked at (`judgeFrom`). */
  checkFrom(walked: { readonly index: number; readonly seal: string }, held: readonly ChainEntry[]): Promise<ChainVerdict | null>;
  /** Hashes the record now, whatever is remembered. */
  seal(entry: ChainEntry): Promise<string>;
}

/** Seals are remembered by the text they seal, so a changed record is always hashed anew. About 400 bytes a link. */
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
