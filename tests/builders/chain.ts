import type { ChainEntry } from '../../src/contracts/verification.ts';
import { canonicalChainEntry, EMPTY_EVIDENCE_HASH, GENESIS } from '../../src/domain/records/chain.ts';
import { sha256 } from './evidencePack.ts';

/** The fields of an entry that a test sets; the others get default values. */
export type Entered = Partial<Omit<ChainEntry, 'chainIndex' | 'prevHash' | 'seal'>> & { readonly vrfId: string };

/** A tenant's chain of these entries, sealed and linked with node:crypto rather than the code under test. */
export function makeChain(entered: readonly Entered[], tenantId = 'demo'): ChainEntry[] {
  const chain: ChainEntry[] = [];
  for (const [chainIndex, fields] of entered.entries())
    chain.push(sealed({ ...usual, ...fields, chainIndex, prevHash: chain.at(-1)?.seal ?? GENESIS }, tenantId));
  return chain;
}

/** The entry with its correct seal. */
export function sealed(entry: Omit<ChainEntry, 'seal'>, tenantId = 'demo'): ChainEntry {
  return { ...entry, seal: sha256(canonicalChainEntry(tenantId, { ...entry })) };
}

const usual = {
  siteCode: 'KE-KLF-011',
  timestamp: '2025-11-18T10:52:00Z',
  performanceKpis: { uptime: 97.5, fuelSavings: 22.5, emissionReduction: 0.4 },
  status: 'verified',
  covenantHash: 'c'.repeat(64),
  evidenceHash: EMPTY_EVIDENCE_HASH,
} as const;
