import canonicalize from 'canonicalize';
import type { ExportProof } from '../../src/contracts/export.ts';
import type { Portfolio } from '../../src/contracts/portfolio.ts';
import type { RbfPayment } from '../../src/contracts/rbf.ts';
import type { IssbReport, PcafReport, Report } from '../../src/contracts/report.ts';
import { sha256, signRaw, type TestKey } from './evidencePack.ts';

/** Signed records for tests, signed with node:crypto and the canonicalize library and not with the code under test. */
const canonical = (value: unknown): string => canonicalize(value) ?? '';

function jws(key: TestKey, typ: string, payload: Readonly<Record<string, unknown>>): string {
  return signRaw(JSON.stringify({ alg: 'RS256', kid: key.kid, typ }), canonical(payload), key.privateKey);
}

const head = {
  generatedAt: '2025-11-18T11:26:06.000Z',
  generatedBy: 'Otieno Bank',
  tenantId: 'demo',
  tenantName: 'Demo · Nairobi',
  period: { from: '2024-11-18T11:26:06.000Z', to: '2025-11-18T11:26:06.000Z' },
  basis: {
    assets: 3,
    verifications: 1247,
    chain: { index: 1246, seal: sha256('seal') },
    covenants: [sha256('one'), sha256('two')].sort(),
  },
} as const;

/** A PCAF report without its proof: three assets of two classes. */
export const pcafBody: Omit<PcafReport, 'proofFile'> = {
  ...head,
  basis: { ...head.basis, covenants: [...head.basis.covenants] },
  reportId: 'PCAF-2025-0003',
  kind: 'pcaf',
  methodologyVersion: 'PCAF Part A (2nd ed., 2022), Ukweli rules 1',
  currency: 'KES',
  portfolioBreakdown: [
    {
      assetClass: 'Project finance',
      assets: 2,
      sites: 2,
      financedAmount: 12_400_000,
      financedEmissions: 310.25,
      financedAvoidedEmissions: 1204.5,
      emissionFactor: 0.5,
      verificationScore: 0.9848,
      dataQualityScore: 1.8,
    },
    {
      assetClass: 'Business loans and unlisted equity',
      assets: 1,
      sites: 1,
      financedAmount: 2_100_000,
      financedEmissions: 44.75,
      financedAvoidedEmissions: 80,
      emissionFactor: 0.5,
      verificationScore: 1,
      dataQualityScore: 2,
    },
  ],
  totalFinancedEmissions: 355,
  totalFinancedAvoidedEmissions: 1284.5,
};

/** An ISSB report without its proof. */
export const issbBody: Omit<IssbReport, 'proofFile'> = {
  ...head,
  basis: { ...head.basis, assets: 0, covenants: [...head.basis.covenants] },
  reportId: 'ISSB-2025-0004',
  kind: 'issb',
  methodologyVersion: 'IFRS S2 Climate-related Disclosures, Ukweli rules 1',
  emissionReductions: { verified: 2410.125, estimated: 31.5 },
  carbonCredits: { verified: 2169, estimated: 28 },
  breakdown: [
    { siteKind: 'hospital', sites: 4, records: 120, verified: 410.125, estimated: 1.5 },
    { siteKind: 'school', sites: 50, records: 1127, verified: 2000, estimated: 30 },
  ],
  covenantHash: sha256(canonical(head.basis.covenants)),
  fxSnapshotId: 'FX-2025-11-18',
};

/** The report with a proof by this key. */
export function makeReport<Body extends Omit<Report, 'proofFile'>>(key: TestKey, body: Body): Body & { readonly proofFile: string } {
  const { generatedAt, kind, reportId, tenantId, basis } = body;
  const payload = {
    covenantHash: sha256(canonical(basis?.covenants ?? [])),
    generatedAt,
    kind,
    reportHash: sha256(canonical(body)),
    reportId,
    tenantId,
  };
  return { ...body, proofFile: jws(key, 'compliance-report+jws', payload) };
}

export function makePortfolio(key: TestKey, covenantHash = sha256('terms')): Portfolio {
  const signed = { covenantHash, currency: 'KES', portfolioId: 'DGN-014', receivablesValue: 4_200_000 };
  return {
    ...signed,
    state: 'packaged',
    verificationScore: 0.97,
    jwsSignature: jws(key, 'portfolio-covenant+jws', { ...signed, tenantId: 'demo' }),
    signerKid: key.kid,
    performanceSummary: { avgUptime: 97, avgFuelSavings: 23, avgEmissionReduction: 31, totalSites: 12, verificationCount: 300 },
    liquidityMetrics: { availableFunding: 1, recycledCapital: 2, pendingPackaging: 3 },
    version: 4,
  };
}

export function makePayment(key: TestKey, covenantHash = sha256('terms')): RbfPayment {
  const payload = {
    amount: 7500,
    covenantHash,
    currency: 'KES',
    milestoneId: 'MS-UPTIME-95',
    paymentId: 'RBF-0042',
    siteCode: 'KE-NBO-014',
    tenantId: 'demo',
    verificationId: 'VRF-001240',
  };
  return {
    payment_id: payload.paymentId,
    verification_id: payload.verificationId,
    milestone_id: payload.milestoneId,
    site_code: payload.siteCode,
    milestone: { description: 'Uptime of 95%', metric: 'uptime', threshold: 95, actualPerformance: 97 },
    payment: { amount: 7500, currency: 'KES', status: 'paid', paidAt: '2025-11-18T10:41:00Z', transactionId: 'TX-1' },
    covenant_hash: covenantHash,
    jws_signature: jws(key, 'rbf-payment+jws', payload),
    version: 2,
  };
}

/** The record of a file with this content that the platform made. */
export function makeExport(key: TestKey, content: string, filter: ExportProof['filter'] = { status: 'paid' }): ExportProof {
  const { dataAsOf: _, ...old } = makeOldExport(key, content, filter);
  const { record, metadata, file } = old;
  const asOf = { seq: 41_872, at: '2025-11-18T11:26:05.000Z' };
  const exportedById = 'acc-otieno';
  const payload = {
    asOf: asOf.at,
    asOfSeq: asOf.seq,
    contentHash: file.sha256,
    covenantHash: record.covenant_hash,
    expiresAt: metadata.expiresAt,
    exportType: record.export_type,
    exportedAt: metadata.exportedAt,
    exportedBy: metadata.exportedBy,
    exportedById,
    fileName: file.name,
    filterHash: record.filter_hash,
    format: file.format,
    recordCount: metadata.recordCount,
    signTs: record.sign_ts,
    sizeBytes: file.sizeBytes,
    tenantId: record.tenant_id,
  };
  return {
    ...old,
    record: { ...record, signature: jws(key, 'export-file+jws', payload) },
    metadata: { ...metadata, exportedById },
    asOf,
  };
}

/** The record of a file whose hash and count a console sent, from before the platform made the rows itself. */
export function makeOldExport(key: TestKey, content: string, filter: ExportProof['filter'] = { status: 'paid' }): ExportProof {
  const [contentHash, filterHash] = [sha256(content), sha256(canonical(filter))];
  const [exportedAt, expiresAt] = ['2025-11-18T11:26:06.000Z', '2025-12-23T11:26:06.000Z'];
  const covenantHash = sha256('terms');
  const payload = {
    contentHash,
    covenantHash,
    expiresAt,
    exportType: 'rbf_payments',
    exportedAt,
    exportedBy: 'Otieno Bank',
    filterHash,
    format: 'csv',
    recordCount: 1,
    signTs: exportedAt,
    tenantId: 'demo',
  };
  return {
    record: {
      tenant_id: 'demo',
      export_type: 'rbf_payments',
      filter_hash: filterHash,
      covenant_hash: covenantHash,
      signer_kid: key.kid,
      sign_ts: exportedAt,
      signature: jws(key, 'export-record+jws', payload),
    },
    metadata: { exportedAt, exportedBy: payload.exportedBy, filterHash, expiresAt, recordCount: 1 },
    filter,
    file: { name: 'rbf-payments-20251118T112606Z.csv', format: 'csv', sizeBytes: content.length, sha256: contentHash },
    dataAsOf: exportedAt,
  };
}
