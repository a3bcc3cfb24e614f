import type { ChainEntry } from '../../contracts/verification.ts';
import { canonicalChainEntry, type ChainVerdict, judgeChain, type Sha256 } from '../../domain/chain.ts';

/** Checks a tenant's chain again and again as links come in, hashing only what it has not hashed before. */
export interface ChainChecker {
  check(held: readonly ChainEntry[]): Promise<ChainVerdict>;
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
  return {
    seal: async (entry) => sha256(canonicalChainEntry(tenantId, entry)),
    async check(held) {
      const links = await Promise.all(held.map(async (entry) => ({ entry, computedSeal: await sealOf(entry) })));
      return judgeChain(links, null);
    },
  };
}
