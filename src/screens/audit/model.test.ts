import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryOf } from '../../domain/screens/address.ts';
import { readAddress } from '../../domain/screens/readAddress.ts';
import { auditLines, sha256 } from '../../../tests/builders/auditLines.ts';
import type { AuditRecord } from '../../contracts/audit.ts';
import { judgeAudit, recordTimesBack } from '../../domain/records/auditChain.ts';
import { type AuditView, openLine } from './address.ts';
import { createAuditChecker } from './auditChecker.ts';
import { chainLabels, decidedAtOf, detailsOf, wholeLabels } from './model.ts';

describe('the address', () => {
  it('keeps every filter, so that a view can be linked', { tags: ['D-28'] }, () => {
    const view = fc.record<AuditView>({
      search: fc.string({ maxLength: 40 }),
      area: fc.constantFrom('incident', 'refused', null),
      actor: fc.constantFrom('Wanjiru Kamau', 'A & B', null),
      outcome: fc.constantFrom('done', 'refused', 'failed', null),
      period: fc.constantFrom('hour', 'day', 'week', 'month', null),
      sort: fc.constantFrom('newest', 'oldest'),
      open: fc.option(fc.nat().map(String)),
    });
    fc.assert(
      fc.property(view, (wanted) => {
        expect(readAddress('audit', new URLSearchParams(queryOf('audit', wanted)))).toEqual(wanted);
      }),
    );
  });

  it('opens the list when the address says what it does not know', () => {
    const odd = readAddress('audit', new URLSearchParams('outcome=stolen&period=constructor&sort=up&id=-1'));
    expect({ ...odd, open: openLine(odd) }).toEqual({
      search: '',
      area: null,
      actor: null,
      outcome: null,
      period: null,
      sort: 'newest',
      open: null,
    });
  });
});

describe('the chain in words', () => {
  const lines = auditLines(6);
  const checker = createAuditChecker('demo', sha256);
  const wordsOf = async (held: readonly AuditRecord[], total: number | null, arriving = false) =>
    chainLabels('demo', judgeAudit(await checker.linksOf(held), total), { arriving, counted: total !== null, backs: [] });

  it('claims the whole only of the whole, and calls a device’s part a part', { tags: ['D-27'] }, async () => {
    expect(await wordsOf(lines, 6)).toMatchObject({ claim: { answer: 'yes', word: 'Chain intact' }, seal: lines[5]?.hash });
    expect(await wordsOf(lines.slice(2), 6)).toMatchObject({
      claim: { answer: 'unknown', look: 'info', word: 'Held part intact' },
      seal: null,
    });
    expect((await wordsOf(lines.slice(2), 6)).detail).toContain('The 2 before are not on this device');
    const holed = await wordsOf([...lines.slice(1, 3), ...lines.slice(4)], 6);
    expect(holed).toMatchObject({ claim: { answer: 'unknown', look: 'warn', word: 'Chain has a gap' } });
    expect(holed.detail).toContain('First missing: line 3.');
    expect((await wordsOf(lines, 8)).claim.word).toBe('Chain has a gap');
    // Matching links do not tell how many lines there are.
    expect(await wordsOf(lines, null)).toMatchObject({ claim: { answer: 'unknown', word: 'Held part intact' }, seal: null });
  });

  it('says beside what it found where the time goes back, and names that line where no other is named', { tags: ['S-6'] }, async () => {
    const back = auditLines(6, 'demo', (index) => (index === 4 ? { at: '2020-01-01T00:00:00.000Z' } : {}));
    const links = await checker.linksOf(back);
    const held = { arriving: false, counted: true, backs: recordTimesBack(links) };
    const words = chainLabels('demo', judgeAudit(links, 6), held);
    expect(words).toMatchObject({ claim: { answer: 'yes', word: 'Chain intact' }, seal: back[5]?.hash, named: 4 });
    expect(words.detail).toMatch(/^All 6 lines recomputed on this device\. Its time goes back once: line 4 is dated /);
    const altered = await checker.linksOf(back.map((line) => (line.chainIndex === 2 ? { ...line, target: 'another' } : line)));
    expect(chainLabels('demo', judgeAudit(altered, 6), { ...held, backs: recordTimesBack(altered) })).toMatchObject({
      claim: { answer: 'no' },
      named: 2,
    });
    expect(wholeLabels('demo', { state: 'whole', lines: 6, seal: back[5]?.hash ?? null, backs: recordTimesBack(links) })).toMatchObject({
      claim: { answer: 'yes' },
      named: 4,
    });
    expect(wholeLabels('demo', { state: 'whole', lines: 6, seal: null, backs: [] })).toMatchObject({ named: null });
  });

  it('names the line that was altered after its hash was remembered, also while lines arrive', { tags: ['D-27'] }, async () => {
    await checker.linksOf(lines);
    const altered = lines.map((line) => (line.chainIndex === 2 ? { ...line, actorName: 'Somebody Else' } : line));
    for (const arriving of [false, true]) {
      const words = await wordsOf(altered, 6, arriving);
      expect(words).toMatchObject({ claim: { answer: 'no', word: 'Chain broken' }, named: 2 });
      expect(words.detail).toContain('line 2 (Promote dead letters, Somebody Else)');
    }
    expect((await wordsOf(lines.slice(3), 6, true)).claim.word).toBe('Fetching the record');
  });
});

it('shows every detail of a line, whatever it is', { tags: ['D-27'] }, () => {
  const [line] = auditLines(1, 'demo', () => ({ details: { retry_count: 3, reason: '', deep: { a: [1] }, flag: false } }));
  expect(line === undefined ? null : detailsOf(line)).toEqual([
    { name: 'Deep', value: '{"a":[1]}' },
    { name: 'Flag', value: 'false' },
    { name: 'Reason', value: '–' },
    { name: 'Retry count', value: '3' },
  ]);
});

it('takes the moment of the decision out of the details of a line, and only a moment', { tags: ['M-7', 'D-56'] }, () => {
  const lineWith = (decidedAt: unknown) => auditLines(1, 'demo', () => ({ details: { decidedAt, text: 'Seen.' } }))[0];
  const told = lineWith('2026-11-23T06:10:00.000Z');
  expect(told === undefined ? null : [decidedAtOf(told), detailsOf(told).map(({ name }) => name)]).toEqual([
    '2026-11-23T06:10:00.000Z',
    ['Text'],
  ]);
  const other = lineWith('this morning');
  expect(other === undefined ? null : [decidedAtOf(other), detailsOf(other).map(({ name }) => name)]).toEqual([
    undefined,
    ['DecidedAt', 'Text'],
  ]);
});
