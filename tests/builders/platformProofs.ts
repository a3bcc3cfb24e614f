import type { Checkpoint } from '../../src/contracts/checkpoint.ts';
import type { EvidenceManifest } from '../../src/contracts/evidence.ts';
import type { Portfolio } from '../../src/contracts/portfolio.ts';
import type { Proof, ProofKind, Proven } from '../../src/contracts/proof.ts';
import type { RbfPayment } from '../../src/contracts/rbf.ts';
import type { Report, ReportSummary } from '../../src/contracts/report.ts';
import type { ChainEntry, VerificationDetail } from '../../src/contracts/verification.ts';
import { assembleProof } from '../../src/evidence/proof/assemble.ts';

/** Calls a platform as a user who may see everything, and returns the answer. */
export type Ask = (path: string) => Promise<unknown>;

/** Proofs of each kind from a platform's own rows, as the console would save them, plus honest parts of other records to swap in. */
export interface PlatformProofs {
  readonly of: Readonly<Record<ProofKind, Proof>>;
  readonly jwks: { readonly keys: readonly unknown[] };
  /** The honest proof of another payment of the same tenant. */
  readonly other: Proof;
  /** Checkpoints of the audit record, which is another chain of the same tenant. */
  readonly ofRecord: readonly Checkpoint[];
}

export async function proofsOf(ask: Ask, tenantId = 'demo'): Promise<PlatformProofs> {
  const { payments } = (await ask('/api/rbf/payments')) as { readonly payments: readonly RbfPayment[] };
  const { portfolios } = (await ask('/api/refinance/portfolios')) as { readonly portfolios: readonly Portfolio[] };
  const { reports } = (await ask('/api/reports')) as { readonly reports: readonly ReportSummary[] };
  const { checkpoints } = (await ask('/api/checkpoints')) as { readonly checkpoints: readonly Checkpoint[] };
  const jwks = (await ask('/api/jwks')) as PlatformProofs['jwks'];
  const shared = {
    tenantId,
    checkpoints,
    keys: { keys: jwks.keys, fetchedAt: new Date().toISOString() },
    savedBy: { id: 'acc-otieno', name: 'Otieno Bank' },
    savedAt: new Date().toISOString(),
  };
  const linksAt = async (places: readonly number[]): Promise<readonly ChainEntry[]> => {
    const links: ChainEntry[] = [];
    for (let from = 0; from < places.length; from += 400) {
      const answer = (await ask(`/api/chain/links?at=${places.slice(from, from + 400).join(',')}`)) as {
        readonly links: readonly ChainEntry[];
      };
      links.push(...answer.links);
    }
    return links;
  };
  const saved = async (record: Proven, vrfId: string | null, entries: readonly ChainEntry[] = []): Promise<Proof> => {
    const detail = vrfId === null ? null : ((await ask(`/api/verifications/${vrfId}`)) as VerificationDetail);
    const packId = detail?.verification.evidencePackId;
    const manifest = packId === undefined ? null : ((await ask(`/api/evidence/${packId}/manifest`)) as EvidenceManifest);
    const own = [...entries, ...(detail?.entries ?? [])];
    const parts = { ...shared, record, verification: detail?.verification ?? null, manifest };
    const { missing } = assembleProof({ ...parts, entries: own });
    return assembleProof({ ...parts, entries: [...own, ...(await linksAt(missing))] }).proof;
  };
  const withPack = payments.filter(({ evidencePackId }) => typeof evidencePackId === 'string');
  // A paid one, which has a later statement, and a second one to exchange parts with.
  const payment = withPack.find(({ laterStatements = [] }) => laterStatements.length > 0);
  const second = withPack.find(({ payment_id }) => payment_id !== payment?.payment_id);
  const [portfolio] = portfolios;
  const [newest] = reports;
  if (payment === undefined || second === undefined || portfolio === undefined || newest === undefined)
    throw new Error('the demo has no such rows');
  const report = (await ask(`/api/reports/${newest.reportId}`)) as Report;
  const basis = report.basis?.chain?.index;
  const { verification } = (await ask(`/api/verifications/${payment.verification_id}`)) as VerificationDetail;
  return {
    of: {
      payment: await saved({ kind: 'payment', value: payment }, payment.verification_id),
      verification: await saved({ kind: 'verification', value: verification }, verification.vrfId),
      report: await saved({ kind: 'report', value: report }, null, basis === undefined ? [] : await linksAt([basis])),
      portfolio: await saved({ kind: 'portfolio', value: portfolio }, null),
    },
    jwks,
    other: await saved({ kind: 'payment', value: second }, second.verification_id),
    ofRecord: checkpoints.filter(({ chain }) => chain === 'record'),
  };
}
