import type { AuditRecord } from '../../contracts/audit.ts';
import { canonicalJson } from '../encoding/canonicalJson.ts';
import { judgeLinks, type LinksVerdict, type Sha256 } from './chain.ts';
import { type TimeBack, timesBack } from './timesBack.ts';

/**
 * The chain of the audit record (D-27): the text that a line's hash covers, and how lines are checked. The platform seals and the device
 * checks with this function. Members are named as in the platform's table, because lines written before this file existed are sealed in
 * that form.
 */
export function canonicalAuditRecord(tenantId: string, record: Omit<AuditRecord, 'hash'>): string {
  return canonicalJson({
    tenant_id: tenantId,
    chain_index: record.chainIndex,
    at: record.at,
    actor_id: record.actorId,
    actor_name: record.actorName,
    action: record.action,
    target: record.target,
    outcome: record.outcome,
    correlation_id: record.correlationId,
    ip: record.ip,
    details: record.details,
    prev_hash: record.prevHash,
  });
}

/** A line as a link of the chain; carries the line itself, so that a broken one can be named. */
export interface AuditLink {
  readonly chainIndex: number;
  readonly prevHash: string;
  readonly seal: string;
  readonly computedSeal: string;
  readonly record: AuditRecord;
}
/** What recomputing the record's hashes found; a broken link carries its line. */
export type AuditVerdict = LinksVerdict<AuditLink>;

/** A line with the hash it claims and the hash computed here. */
export async function auditLinkOf(tenantId: string, record: AuditRecord, sha256: Sha256): Promise<AuditLink> {
  const { chainIndex, prevHash, hash } = record;
  return { chainIndex, prevHash, seal: hash, computedSeal: await sha256(canonicalAuditRecord(tenantId, record)), record };
}

/**
 * Judges the lines held. A line beyond the platform's total count is a finding too, since lines are only ever added.
 * @param totalCount the platform's last count; null if unknown
 */
export function judgeAudit(links: readonly AuditLink[], totalCount: number | null): AuditVerdict {
  const verdict = judgeLinks(links, null);
  if (totalCount === null || verdict.state === 'broken' || verdict.state === 'empty') return verdict;
  const beyond = links.reduce<AuditLink | null>(
    (first, link) => (link.chainIndex >= totalCount && (first === null || link.chainIndex < first.chainIndex) ? link : first),
    null,
  );
  if (beyond !== null) return { state: 'broken', at: beyond, link: 'beyond_head', entries: links.length };
  if (verdict.headIndex === totalCount - 1) return verdict;
  const missing = { from: verdict.headIndex + 1, to: totalCount - 1 };
  const notHeld = verdict.state === 'gap' ? [...verdict.notHeld, missing] : [missing];
  return { state: 'gap', entries: verdict.entries, notHeld, headIndex: totalCount - 1 };
}

/** Lines dated before the line before them, lowest place first; order and repetition of the input do not matter. */
export function recordTimesBack(links: readonly AuditLink[]): readonly TimeBack[] {
  const lines = new Map(links.map(({ chainIndex, record }) => [chainIndex, { place: chainIndex, at: record.at }]));
  return timesBack([...lines.values()].sort((a, b) => a.place - b.place));
}
