import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditLines, sha256 } from '../../../tests/builders/auditLines.ts';
import type { AuditRecord } from '../../contracts/audit.ts';
import { auditLinkOf, canonicalAuditRecord, judgeAudit } from './auditChain.ts';

const verdictOf = async (lines: readonly AuditRecord[], total: number | null) =>
  judgeAudit(await Promise.all(lines.map((line) => auditLinkOf('demo', line, sha256))), total);

describe('what a line’s hash covers', () => {
  it('is the RFC 8785 form of the row as the platform’s table names it, tenant included', { tags: ['D-27'] }, () => {
    const details = fc.dictionary(fc.string(), fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null)));
    fc.assert(
      fc.property(details, fc.string({ unit: 'grapheme' }), fc.option(fc.ipV4()), (more, target, ip) => {
        const [line] = auditLines(1, 'demo', () => ({ details: { ...more }, target, ip }));
        if (line === undefined) throw new Error('one was made');
        const row = {
          tenant_id: 'demo',
          chain_index: 0,
          at: line.at,
          actor_id: line.actorId,
          actor_name: line.actorName,
          action: line.action,
          target,
          outcome: line.outcome,
          correlation_id: line.correlationId,
          ip,
          details: { ...more },
          prev_hash: line.prevHash,
        };
        expect(canonicalAuditRecord('demo', line)).toBe(canonicalize(row));
      }),
    );
  });
});

describe('the check of what is held', () => {
  it('says whole only with every line from the first to the newest', { tags: ['D-27'] }, async () => {
    const lines = auditLines(7);
    expect(await verdictOf(lines, 7)).toMatchObject({ state: 'whole', entries: 7, headSeal: lines[6]?.hash });
    expect(await verdictOf(lines.slice(2), 7)).toMatchObject({ state: 'gap', notHeld: [{ from: 0, to: 1 }] });
    expect(await verdictOf(lines, 9)).toMatchObject({ state: 'gap', notHeld: [{ from: 7, to: 8 }], headIndex: 8 });
    expect(await verdictOf([...lines.slice(0, 3), ...lines.slice(4)], 7)).toMatchObject({ state: 'gap', notHeld: [{ from: 3, to: 3 }] });
  });

  it('names the line whatever member of it was changed, and a line that another was put in place of', { tags: ['D-27'] }, async () => {
    const lines = auditLines(9);
    const changes: readonly Partial<AuditRecord>[] = [
      { actorName: 'Somebody Else' },
      { actorId: null },
      { action: 'session.end' },
      { target: 'TARGET-0' },
      { at: '2026-11-21T00:00:01.000Z' },
      { outcome: 'failed' },
      { correlationId: 'other' },
      { ip: null },
      { details: {} },
      { hash: 'f'.repeat(64) },
    ];
    for (const change of changes) {
      const altered = lines.map((line) => (line.chainIndex === 4 ? { ...line, ...change } : line));
      expect(await verdictOf(altered, 9), JSON.stringify(change)).toMatchObject({ state: 'broken', link: 'seal', at: { chainIndex: 4 } });
    }
    // Sealed again, as an attacker with the database could: the next line reveals it.
    const forged = auditLines(9, 'demo', (index) => (index === 4 ? { actorName: 'Somebody Else' } : {}))[4];
    const swapped = lines.map((line) => (line.chainIndex === 4 && forged !== undefined ? forged : line));
    expect(await verdictOf(swapped, 9)).toMatchObject({ state: 'broken', link: 'prev', at: { chainIndex: 5 } });
    expect(await verdictOf(lines, 6)).toMatchObject({ state: 'broken', link: 'beyond_head', at: { chainIndex: 6 } });
    expect(await verdictOf(auditLines(3, 'kampala'), 3)).toMatchObject({ state: 'broken', at: { chainIndex: 0 } });
  });
});
