import { createHash } from 'node:crypto';
import type { AuditRecord } from '../../src/contracts/audit.ts';
import { canonicalAuditRecord } from '../../src/domain/records/auditChain.ts';
import { GENESIS } from '../../src/domain/records/chain.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const acts = ['session.create', 'incident.note', 'dead_letter.promote', 'refused.forbidden'] as const;
const people = ['Wanjiru Kamau', 'Chebet Koech', 'Amina Yusuf'] as const;

/** A complete audit record of `count` lines, one a minute, sealed and linked as the platform does it. */
export function auditLines(count: number, tenantId = 'demo', change: (index: number) => Partial<AuditRecord> = () => ({})): AuditRecord[] {
  const lines: AuditRecord[] = [];
  for (let chainIndex = 0; chainIndex < count; chainIndex += 1) {
    const action = acts[chainIndex % acts.length] ?? 'session.create';
    const line: Omit<AuditRecord, 'hash'> = {
      chainIndex,
      at: new Date(Date.UTC(2026, 10, 21, 0, chainIndex)).toISOString(),
      actorId: `usr-${chainIndex % people.length}`,
      actorName: people[chainIndex % people.length] ?? '',
      action,
      target: `TARGET-${chainIndex}`,
      outcome: action.startsWith('refused.') ? 'refused' : 'done',
      correlationId: `corr-${chainIndex}`,
      ip: '127.0.0.1',
      details: { place: chainIndex, why: 'Ümlaut "quoted"', flag: true, none: null },
      prevHash: lines.at(-1)?.hash ?? GENESIS,
      ...change(chainIndex),
    };
    lines.push({ ...line, hash: sha256(canonicalAuditRecord(tenantId, line)) });
  }
  return lines;
}
