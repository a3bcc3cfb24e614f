import { GENESIS } from '../../src/domain/chain.ts';
import { sha256 } from '../entities/verification.ts';

/** Index of the first link that does not follow on the one before or is not what its seal says; null when all do. Entries in order, from the first. */
export function verifyChain(entries: readonly { chain_index: number; canonical: string; seal: string }[]): number | null {
  let previous = GENESIS;
  for (const [index, { chain_index, canonical, seal }] of entries.entries()) {
    const sealed = JSON.parse(canonical) as { chainIndex?: unknown; prevHash?: unknown }; // compared, not trusted
    if (chain_index !== index || sealed.chainIndex !== index || sealed.prevHash !== previous || sha256(canonical) !== seal) return index;
    previous = seal;
  }
  return null;
}
