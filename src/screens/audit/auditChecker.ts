import type { AuditRecord } from '../../contracts/audit.ts';
import { type AuditLink, auditLinkOf, canonicalAuditRecord } from '../../domain/records/auditChain.ts';
import type { Sha256 } from '../../domain/records/chain.ts';

/** Checks a tenant's audit record repeatedly as lines arrive; hashes only lines that are new or changed. */
export interface AuditChecker {
  linksOf(lines: readonly AuditRecord[]): Promise<readonly AuditLink[]>;
  /** Hashes the line now, bypassing the cache. */
  hash(record: AuditRecord): Promise<string>;
}

/** Caches hashes by the text they cover, so a changed line is always hashed again. About 700 bytes a line. */
export function createAuditChecker(tenantId: string, sha256: Sha256): AuditChecker {
  const known = new Map<string, string>();
  const remembered: Sha256 = async (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const hash = await sha256(text);
    known.set(text, hash);
    return hash;
  };
  return {
    linksOf: (lines) => Promise.all(lines.map((record) => auditLinkOf(tenantId, record, remembered))),
    hash: async (record) => sha256(canonicalAuditRecord(tenantId, record)),
  };
}
