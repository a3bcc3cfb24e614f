import type { Insertable } from 'kysely';
import { EMPTY_EVIDENCE_HASH, GENESIS } from '../../src/domain/records/chain.ts';
import type { Database } from '../db/schema.ts';
import { sealEntry } from '../entities/verification.ts';
import { iso } from './anchor.ts';
import { READINGS_CHECKED, RULES_CHECKED, SEALED_TWICE, type VerificationDraft } from './verifications.ts';

/** The facts of a verification's pack that the chain seals. */
export interface PackOf {
  readonly packId: string;
  readonly manifestHash: string;
}

/** Rows to insert: each verification as of its newest link, and every link in the order of the chain. */
export interface SealedSeed {
  readonly verifications: Insertable<Database['verifications']>[];
  readonly entries: Insertable<Database['chain_entries']>[];
}

/** Seals a tenant's verifications into its chain, in order of time (D-9). */
export function sealVerifications(
  tenantId: string,
  drafts: readonly VerificationDraft[],
  covenantOf: ReadonlyMap<string, string>,
  packs: ReadonlyMap<string, PackOf>,
): SealedSeed {
  const recent = drafts.slice(-SEALED_TWICE).filter(({ status }) => status !== 'pending');
  const steps = [
    ...drafts.map((draft) => ({ draft, at: draft.sealedAt, status: draft.status })),
    ...recent.map((draft) => ({ draft, at: draft.receivedAt + 5000, status: 'pending' as const })),
  ].sort((a, b) => a.at - b.at || a.draft.ordinal - b.draft.ordinal);

  const entries: SealedSeed['entries'] = [];
  const newest = new Map<string, Insertable<Database['verifications']>>();
  let prevHash = GENESIS;
  for (const [chainIndex, { draft, at, status }] of steps.entries()) {
    const pack = packs.get(draft.vrfId);
    const evidenceHash = pack?.manifestHash ?? EMPTY_EVIDENCE_HASH;
    const covenantHash = covenantOf.get(draft.siteCode) ?? '';
    const { performanceKpis } = draft;
    const { canonical, seal } = sealEntry(tenantId, {
      chainIndex,
      vrfId: draft.vrfId,
      siteCode: draft.siteCode,
      timestamp: iso(at),
      performanceKpis,
      status,
      covenantHash,
      evidenceHash,
      prevHash,
    });
    entries.push({ tenant_id: tenantId, chain_index: chainIndex, vrf_id: draft.vrfId, canonical, seal });
    newest.set(draft.vrfId, {
      tenant_id: tenantId,
      vrf_id: draft.vrfId,
      ordinal: draft.ordinal,
      site_code: draft.siteCode,
      status,
      sealed_at: iso(at),
      received_at: iso(draft.receivedAt),
      chain_index: chainIndex,
      seal,
      prev_hash: prevHash,
      covenant_hash: covenantHash,
      evidence_hash: evidenceHash,
      evidence_pack_id: pack?.packId ?? null,
      uptime: performanceKpis.uptime,
      fuel_savings: performanceKpis.fuelSavings,
      emission_reduction: performanceKpis.emissionReduction,
      confidence_score: draft.confidenceScore,
      automated: draft.automated,
      decision_latency_ms: draft.latencyMs,
      readings_checked: READINGS_CHECKED,
      readings_received: draft.readingsReceived,
      rules_checked: RULES_CHECKED,
      rules_passed: draft.rulesPassed,
      anomalous: draft.anomalous,
      seq: 0,
      version: (newest.get(draft.vrfId)?.version ?? 0) + 1,
    });
    prevHash = seal;
  }
  return { verifications: [...newest.values()], entries };
}
