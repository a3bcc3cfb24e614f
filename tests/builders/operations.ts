import type { DeadLetter } from '../../src/contracts/deadLetter.ts';
import type { EvidencePack } from '../../src/contracts/evidence.ts';
import type { PipelineStage } from '../../src/contracts/pipeline.ts';
import type { EventFrame } from '../../src/contracts/realtime/event.ts';
import type { ChainEntry, Verification } from '../../src/contracts/verification.ts';

/** Rows as the platform sends them; fields that a test does not set get default values. */

export function stageRow(change: Partial<PipelineStage> = {}): PipelineStage {
  return {
    name: 'decision_service',
    status: 'green',
    queueDepth: 12,
    processingRate: 40,
    errorCount: 0,
    lastProcessedAt: '2026-11-21T08:00:00Z',
    sloThresholdMinutes: 12,
    currentLagMinutes: 3,
    version: 1,
    ...change,
  };
}

export function deadLetterRow(change: Partial<DeadLetter> = {}): DeadLetter {
  return {
    itemId: 'dl-1',
    errorCode: 'BANK_TIMEOUT',
    errorMessage: 'No answer within 30 s',
    retryCount: 3,
    correlationId: 'c-1',
    failedAt: '2026-11-21T07:00:00Z',
    version: 1,
    ...change,
  };
}

/** A verification as our platform sends it: a chain link with its version. */
export type SealedVerification = Verification & ChainEntry & { readonly version: number };

/** The `index`-th link of a chain; the seals are made up but linked. */
export function verificationRow(index: number, change: Partial<SealedVerification> = {}): SealedVerification {
  const hash = (n: number) => n.toString(16).padStart(64, '0');
  return {
    chainIndex: index,
    vrfId: `VRF-${String(index).padStart(5, '0')}`,
    siteCode: `KE-NBO-${String(index % 7).padStart(3, '0')}`,
    siteName: `Kibera School ${index % 7}`,
    timestamp: new Date(Date.UTC(2026, 10, 21, 0, 0, index)).toISOString(),
    performanceKpis: { uptime: 98, fuelSavings: 22, emissionReduction: 1.4 },
    status: index % 10 === 0 ? 'pending' : 'verified',
    covenantHash: hash(7),
    evidenceHash: hash(8),
    prevHash: hash(index + 999),
    seal: hash(index + 1000),
    confidenceScore: 0.93,
    automated: true,
    evidencePackId: `EP-${index}`,
    version: 1,
    ...change,
  };
}

export function packRow(index: number, change: Partial<EvidencePack> = {}): EvidencePack {
  return {
    packId: `EP-${index}`,
    siteCode: `KE-NBO-${index % 7}`,
    siteName: `Kibera School ${index % 7}`,
    timestamp: new Date(Date.UTC(2026, 10, 20, 0, index)).toISOString(),
    status: 'verified',
    wormStatus: 'locked',
    fileCount: 3,
    totalBytes: 4096,
    signerKid: 'k1',
    manifestHash: index.toString(16).padStart(64, '0'),
    vrfId: `VRF-${index}`,
    version: 1,
    ...change,
  };
}

type Framed = { readonly seq: number; readonly version?: number; readonly prev?: number };

/** An event frame around a row. */
export function frameOf(type: string, resourceId: string, data: object, { seq, version = seq, prev = seq - 1 }: Framed): EventFrame {
  return {
    type,
    tenantId: 'demo',
    resourceId,
    version,
    ts: '2026-11-21T08:00:00Z',
    correlationId: `c-${seq}`,
    data: { ...data },
    seq,
    prev,
  };
}

export function stageFrame(seq: number, change: Partial<PipelineStage> = {}): EventFrame {
  const row = stageRow({ version: seq, ...change });
  return frameOf('pipeline.stage', row.name, row, { seq, version: row.version });
}

export function deadLetterFrame(seq: number, change: Partial<DeadLetter> = {}): EventFrame {
  const row = deadLetterRow({ version: seq, ...change });
  return frameOf('pipeline.dead_letter', row.itemId, row, { seq, version: row.version });
}

export function removalFrame(seq: number, itemId: string, version = seq): EventFrame {
  return frameOf('pipeline.dead_letter', itemId, { itemId, removed: true }, { seq, version });
}

export function verificationFrame(seq: number, row: Verification): EventFrame {
  return frameOf('verifications.appended', row.vrfId, row, { seq, version: row.version });
}
