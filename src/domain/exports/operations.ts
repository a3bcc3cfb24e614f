import type { DeadLetter } from '../../contracts/deadLetter.ts';
import type { EvidencePack } from '../../contracts/evidence.ts';
import type { Verification } from '../../contracts/verification.ts';
import { column, type ExportSheet } from './sheet.ts';

/** Verifications with everything their seal covers, so that a row can be checked against the chain. */
export const verificationSheet: ExportSheet<Verification> = {
  columns: [
    column('vrfId', 'Verification', ({ vrfId }) => vrfId),
    column('siteCode', 'Site code', ({ siteCode }) => siteCode),
    column('siteName', 'Site', ({ siteName }) => siteName),
    column('recordedAt', 'Recorded (UTC)', ({ recordedAt }) => recordedAt),
    column('timestamp', 'Status since (UTC)', ({ timestamp }) => timestamp),
    column('uptime', 'Uptime (%)', ({ performanceKpis }) => performanceKpis.uptime),
    column('fuelSavings', 'Fuel savings (%)', ({ performanceKpis }) => performanceKpis.fuelSavings),
    column('emissionReduction', 'Emission reduction (t CO2e)', ({ performanceKpis }) => performanceKpis.emissionReduction),
    column('confidenceScore', 'Confidence (0 to 1)', ({ confidenceScore }) => confidenceScore),
    column('status', 'Status', ({ status }) => status),
    column('automated', 'Decided by rule', ({ automated, status }) => (status === 'pending' ? null : automated)),
    column('evidencePackId', 'Evidence pack', ({ evidencePackId }) => evidencePackId),
    column('evidenceHash', 'Evidence hash', ({ evidenceHash }) => evidenceHash),
    column('covenantHash', 'Covenant hash', ({ covenantHash }) => covenantHash),
    column('chainIndex', 'Place in the chain', ({ chainIndex }) => chainIndex),
    column('prevHash', 'Previous seal', ({ prevHash }) => prevHash),
    column('seal', 'Seal', ({ seal }) => seal),
  ],
  covenantOf: ({ covenantHash }) => covenantHash,
};

export const evidencePackSheet: ExportSheet<EvidencePack> = {
  columns: [
    column('packId', 'Pack ID', ({ packId }) => packId),
    column('siteCode', 'Site code', ({ siteCode }) => siteCode),
    column('siteName', 'Site', ({ siteName }) => siteName),
    column('timestamp', 'Timestamp (UTC)', ({ timestamp }) => timestamp),
    column('status', 'Status', ({ status }) => status),
    column('fileCount', 'Files', ({ fileCount }) => fileCount),
    column('totalBytes', 'Size (bytes)', ({ totalBytes }) => totalBytes),
    column('wormStatus', 'WORM', ({ wormStatus }) => wormStatus),
    column('vrfId', 'Verification', ({ vrfId }) => vrfId),
    column('signerKid', 'Signing key', ({ signerKid }) => signerKid),
    column('manifestHash', 'Manifest hash', ({ manifestHash }) => manifestHash),
  ],
};

/** Dead letters without their payloads, which contain user input including personal data (D-24). */
export const deadLetterSheet: ExportSheet<DeadLetter> = {
  columns: [
    column('itemId', 'Item', ({ itemId }) => itemId),
    column('errorCode', 'Error code', ({ errorCode }) => errorCode),
    column('errorMessage', 'Error message', ({ errorMessage }) => errorMessage),
    column('retryCount', 'Retries', ({ retryCount }) => retryCount),
    column('correlationId', 'Correlation ID', ({ correlationId }) => correlationId),
    column('failedAt', 'Failed (UTC)', ({ failedAt }) => failedAt),
  ],
};

/** A stage that crossed its limit, or whose measurements stopped. `at`: epoch milliseconds. */
export interface ExportedChange {
  readonly at: number;
  readonly stage: string;
  readonly words: string;
  readonly lagMinutes: number | null;
}
export const stageChangeSheet: ExportSheet<ExportedChange> = {
  columns: [
    column('at', 'Time (UTC)', ({ at }) => isoOf(at)),
    column('stage', 'Stage', ({ stage }) => stage),
    column('change', 'Change', ({ words }) => words),
    column('lagMinutes', 'Lag (min)', ({ lagMinutes }) => lagMinutes),
  ],
};

/** A component's latency over a history, milliseconds; null if not measured. `highestAt`: epoch milliseconds. */
export interface ExportedLatency {
  readonly name: string;
  readonly lowest: number | null;
  readonly median: number | null;
  readonly highest: number | null;
  readonly highestAt: number | null;
  readonly medianP50: number | null;
  readonly missingMs: number;
}
export const latencySheet: ExportSheet<ExportedLatency> = {
  columns: [
    column('component', 'Component', ({ name }) => name),
    column('lowestP95', 'Lowest p95 (ms)', ({ lowest }) => lowest),
    column('medianP95', 'Median p95 (ms)', ({ median }) => median),
    column('highestP95', 'Highest p95 (ms)', ({ highest }) => highest),
    column('highestAt', 'Highest at (UTC)', ({ highestAt }) => (highestAt === null ? null : isoOf(highestAt))),
    column('medianP50', 'Median p50 (ms)', ({ medianP50 }) => medianP50),
    column('missingMs', 'Not measured (ms)', ({ missingMs }) => missingMs),
  ],
};

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
