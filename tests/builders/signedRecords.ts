import canonicalize from 'canonicalize';
import type { Covenant } from '../../src/contracts/covenant.ts';
import type { ExportProof } from '../../src/contracts/export.ts';
import type { Portfolio } from '../../src/contracts/portfolio.ts';
import type { RbfPayment } from '../../src/contracts/rbf.ts';
import type { IssbReport, PcafReport, Report } from '../../src/contracts/report.ts';
import { sha256, signRaw, type TestKey } from './evidencePack.ts';

/** Test records are signed with node:crypto and the canonicalize library rather than the code under test. */
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

/** The report with a proof signed by this key. */
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

/** The covenant of test portfolios and payments; its members are deliberately not in canonical order. */
export const covenant: Covenant = {
  title: 'Receivables',
  version: 1,
  agreedAt: '2025-11-04T10:58:40Z',
  terms: { tenantId: 'demo', advanceRatePercent: 80 },
};
export const covenantHash = sha256(canonical(covenant.terms));

const sitesHash = (codes: readonly string[]): string => sha256(canonical([...codes].sort()));
/** The state of the test portfolio when it is signed. */
const standing = {
  asOf: '2025-11-12T09:00:00.000Z',
  availableFunding: 4_200_000,
  avgEmissionReduction: 31,
  avgFuelSavings: 23,
  avgUptime: 97,
  baselineTonnes: 100,
  changedAt: '2025-11-12T09:00:00.000Z',
  disputed: 4,
  failed: 5,
  pendingPackaging: 0,
  recycledCapital: 0,
  signedAt: '2025-11-12T09:00:00.000Z',
  siteCodesHash: sitesHash(['KE-NBO-014', 'KE-KLF-011']),
  state: 'eligible',
  tonnes: 69,
  totalSites: 2,
  verificationCount: 300,
  verificationScore: 0.97,
  verified: 291,
};

/** The platform's statement of a portfolio's move; it references the first signed statement. */
export function statePortfolioMove(key: TestKey, first: string, no: number, change: Readonly<Record<string, unknown>>): string {
  return jws(key, 'portfolio-moved+jws', {
    ...standing,
    from: 'eligible',
    no,
    portfolioId: 'DGN-014',
    recordHash: sha256(Buffer.from(first.split('.')[1] ?? '', 'base64url')),
    tenantId: 'demo',
    ...change,
  });
}

/** A portfolio that was signed as eligible and has been frozen since. */
export function makePortfolio(key: TestKey, hash = covenantHash): Portfolio {
  const bound = { covenantHash: hash, currency: 'KES', portfolioId: 'DGN-014', receivablesValue: 4_200_000 };
  const jwsSignature = jws(key, 'portfolio-facts+jws', { ...standing, ...bound, tenantId: 'demo' });
  const frozenAt = '2025-11-13T09:00:00.000Z';
  const frozen = {
    state: 'eligible_frozen',
    changedAt: frozenAt,
    frozenAt,
    pendingPackaging: 4_200_000,
    asOf: frozenAt,
    signedAt: frozenAt,
  };
  return {
    ...bound,
    covenant,
    state: 'eligible_frozen',
    changedAt: frozenAt,
    frozenAt,
    verificationScore: 0.97,
    jwsSignature,
    signerKid: key.kid,
    laterStatements: [statePortfolioMove(key, jwsSignature, 1, frozen)],
    siteCodes: ['KE-NBO-014', 'KE-KLF-011'],
    performanceSummary: { avgUptime: 97, avgFuelSavings: 23, avgEmissionReduction: 31, totalSites: 2, verificationCount: 300 },
    basis: { verified: 291, disputed: 4, failed: 5, tonnes: 69, baselineTonnes: 100 },
    liquidityMetrics: { availableFunding: 4_200_000, recycledCapital: 0, pendingPackaging: 4_200_000 },
    version: 4,
  };
}

/** The older form, from before state and figures were signed: no signature covers them. */
export function makeOlderPortfolio(key: TestKey): Portfolio {
  const { laterStatements: _, ...portfolio } = makePortfolio(key);
  const { currency, portfolioId, receivablesValue } = portfolio;
  const signed = { covenantHash, currency, portfolioId, receivablesValue, tenantId: 'demo' };
  return { ...portfolio, jwsSignature: jws(key, 'portfolio-covenant+jws', signed) };
}

const owed = {
  amount: 7500,
  covenantHash,
  currency: 'KES',
  milestoneId: 'MS-UPTIME-95',
  paymentId: 'RBF-0042',
  siteCode: 'KE-NBO-014',
  tenantId: 'demo',
  verificationId: 'VRF-001240',
};

/** The platform's statement of a payment's move. */
export function statePaymentMove(key: TestKey, first: string, no: number, change: Readonly<Record<string, unknown>>): string {
  return jws(key, 'rbf-payment-moved+jws', {
    at: '2025-11-18T10:41:00.000Z',
    from: 'pending',
    no,
    paymentId: owed.paymentId,
    recordHash: sha256(Buffer.from(first.split('.')[1] ?? '', 'base64url')),
    signedAt: '2025-11-18T10:41:00.000Z',
    tenantId: 'demo',
    ...change,
  });
}

/** A payment that the bank refused, that was queued again and then paid. */
export function makePayment(key: TestKey, hash = covenantHash, paymentId = owed.paymentId): RbfPayment {
  const payload = {
    ...owed,
    actualPerformance: 97,
    covenantHash: hash,
    description: 'Uptime of 95%',
    dueAt: '2025-11-17T10:41:00.000Z',
    metric: 'uptime',
    milestoneAmount: 7500,
    milestoneType: 'fixed',
    paymentId,
    signedAt: '2025-11-17T10:41:00.000Z',
    threshold: 95,
  };
  const signature = jws(key, 'rbf-payment-facts+jws', payload);
  const moves = [{ to: 'failed' }, { from: 'failed', to: 'pending' }, { to: 'paid', transactionId: `TX-${paymentId}` }];
  return {
    payment_id: payload.paymentId,
    verification_id: payload.verificationId,
    milestone_id: payload.milestoneId,
    site_code: payload.siteCode,
    milestone: {
      description: 'Uptime of 95%',
      metric: 'uptime',
      threshold: 95,
      actualPerformance: 97,
      payment_amount: 7500,
      payment_type: 'fixed',
    },
    payment: {
      amount: 7500,
      currency: 'KES',
      status: 'paid',
      dueAt: payload.dueAt,
      paidAt: '2025-11-18T10:41:00.000Z',
      transactionId: `TX-${paymentId}`,
    },
    covenant_hash: hash,
    covenant,
    jws_signature: signature,
    laterStatements: moves.map((move, index) => statePaymentMove(key, signature, index + 1, { paymentId, ...move })),
    evidencePackId: 'EP-0931',
    version: 4,
  };
}

/** The older form, from before the facts were signed. */
export function makeOlderPayment(key: TestKey): RbfPayment {
  const { laterStatements: _, ...payment } = makePayment(key);
  return { ...payment, jws_signature: jws(key, 'rbf-payment+jws', owed) };
}

/** The signed record of an export file that the platform made. */
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

/** The older form, from before the platform made the rows itself: the console sent hash and count of the file. */
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
