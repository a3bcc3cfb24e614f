import { describe, expect, it } from 'vitest';
import { auditLines, sha256 } from '../../../tests/builders/auditLines.ts';
import type { AuditRecord } from '../../contracts/audit.ts';
import { endlessPages } from '../../domain/paging.ts';
import { checkWhole, type WholeCheck } from './wholeCheck.ts';

/** Checks a platform's record in pages of four against the lines of a device. */
async function checked(record: readonly AuditRecord[], held: readonly AuditRecord[] = [], failAt = -1) {
  const told: WholeCheck[] = [];
  let pages = 0;
  const end = await checkWhole({
    tenantId: 'demo',
    sha256,
    page: async (before) => {
      pages += 1;
      if (pages === failAt) return { ok: false, problem: { code: 'network', message: 'The platform cannot be reached.', retry: true } };
      const records = record
        .filter(({ chainIndex }) => before === undefined || chainIndex < before)
        .toReversed()
        .slice(0, 4);
      return { ok: true, value: { records, totalCount: (record.at(-1)?.chainIndex ?? -1) + 1 } };
    },
    held: async (from, limit) => held.filter(({ chainIndex }) => chainIndex >= from).slice(0, limit),
    progress: (now) => void told.push(now),
    stopped: () => false,
  });
  return { end, told };
}

describe('the check of the platform’s whole record', () => {
  const lines = auditLines(10);

  it('reads every page, ties it to the one above, and says how far it is', { tags: ['D-27'] }, async () => {
    const { end, told } = await checked(lines, lines.slice(5));
    expect(end).toEqual({ state: 'whole', lines: 10, seal: lines[9]?.hash, backs: [] });
    expect(told).toEqual([
      { state: 'running', checked: 4, total: 10 },
      { state: 'running', checked: 8, total: 10 },
    ]);
    expect((await checked([])).end).toEqual({ state: 'whole', lines: 0, seal: null, backs: [] });
  });

  it('names a changed line, in the middle of a page and at its edge, and a first line that starts no chain', {
    tags: ['D-27'],
  }, async () => {
    for (const index of [0, 3, 5, 6, 9]) {
      const altered = lines.map((line) => (line.chainIndex === index ? { ...line, target: 'another' } : line));
      expect((await checked(altered)).end, String(index)).toMatchObject({ state: 'broken', link: 'seal', record: { chainIndex: index } });
    }
    const rewritten = auditLines(10, 'demo', (index) => (index === 5 ? { target: 'another' } : {}));
    // Line 5 ends a page; the line above it belongs to the previous page.
    const spliced = lines.map((line) => (line.chainIndex <= 5 ? (rewritten[line.chainIndex] ?? line) : line));
    expect((await checked(spliced)).end).toMatchObject({ state: 'broken', link: 'prev', record: { chainIndex: 6 } });
    const headless = auditLines(4, 'demo', (index) => (index === 0 ? { prevHash: 'a'.repeat(64) } : {}));
    expect((await checked(headless)).end).toMatchObject({ state: 'broken', link: 'genesis' });
  });

  it('says where the record’s time goes back, within a page and over its edge, each place once', { tags: ['S-6'] }, async () => {
    const late = '2020-01-01T00:00:00.000Z';
    const back = auditLines(10, 'demo', (index) => ([3, 6, 9].includes(index) ? { at: late } : {}));
    const { end } = await checked(back, back);
    expect(end).toMatchObject({ state: 'whole', lines: 10, seal: back[9]?.hash });
    expect(end.state === 'whole' ? end.backs.map(({ place }) => place) : []).toEqual([3, 6, 9]);
  });

  it('says which lines the platform no longer has', { tags: ['D-27'] }, async () => {
    expect((await checked(lines.filter(({ chainIndex }) => chainIndex !== 7))).end).toEqual({ state: 'gap', from: 7, to: 7 });
    expect((await checked(lines.filter(({ chainIndex }) => chainIndex !== 5 && chainIndex !== 4))).end).toEqual({
      state: 'gap',
      from: 4,
      to: 5,
    });
    expect((await checked(lines.slice(3))).end).toEqual({ state: 'gap', from: 0, to: 2 });
  });

  it('finds a record that was rewritten from some line on with hashes that fit, by the lines held here', {
    tags: ['D-27', 'A-5'],
  }, async () => {
    const rewritten = auditLines(10, 'demo', (index) => (index === 7 ? { actorName: 'Somebody Else' } : {}));
    expect((await checked(rewritten)).end.state).toBe('whole');
    expect((await checked(rewritten, lines.slice(2))).end).toEqual({ state: 'differs', place: 7 });
  });

  it('ends, and says so, where the platform gives the same lines again for those below them', { tags: ['M-12', 'D-27'] }, async () => {
    let pages = 0;
    const end = await checkWhole({
      tenantId: 'demo',
      sha256,
      page: async () => {
        pages += 1;
        if (pages > 20) return { ok: false, problem: { code: 'network', message: 'It went on for ever.', retry: true } };
        return { ok: true, value: { records: lines.slice(4).toReversed(), totalCount: 10 } };
      },
      held: async () => [],
      progress: () => {},
      stopped: () => false,
    });
    expect(end).toEqual({ state: 'failed', message: endlessPages.message, checked: 6 });
    expect(pages).toBe(2);
  });

  it('keeps apart what could not be read from what does not hold', async () => {
    expect((await checked(lines, [], 2)).end).toEqual({ state: 'failed', message: 'The platform cannot be reached.', checked: 4 });
  });
});
