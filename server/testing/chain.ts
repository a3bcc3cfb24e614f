import { GENESIS } from '../../src/domain/records/chain.ts';
import { sha256 } from '../entities/verification.ts';

/**
 * Index of the first entry that does not follow its predecessor or does not match its seal; null if there is none. Expects all entries in
 * order.
 */
export function verifyChain(entries: readonly { chain_index: number; canonical: string; seal: string }[]): number | null {
  let previous = GENESIS;
  for (const [index, { chain_index, canonical, seal }] of entries.entries()) {
    const sealed = JSON.parse(canonical) as { chainIndex?: unknown; prevHash?: unknown }; // compared, not trusted
    if (chain_index !== index || sealed.chainIndex !== index || sealed.prevHash !== previous || sha256(canonical) !== seal) return index;
    previous = seal;
  }
  return null;
}
