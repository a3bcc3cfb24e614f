import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChainEntry } from '../../contracts/verification.ts';
import { queryOf } from '../../domain/screens/address.ts';
import { readAddress } from '../../domain/screens/readAddress.ts';
import { canonicalChainEntry, GENESIS } from '../../domain/records/chain.ts';
import { besideFinding, checkLink } from '../../domain/records/chainLabels.ts';
import { createChainChecker } from './chainChecker.ts';
import { chainLabels, type HistoryView, sortOf, tableSortOf } from './model.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function chainOf(length: number): ChainEntry[] {
  const entries: ChainEntry[] = [];
  for (let chainIndex = 0; chainIndex < length; chainIndex += 1) {
    const entry = {
      chainIndex,
      vrfId: `VRF-${String(chainIndex + 1).padStart(6, '0')}`,
      siteCode: 'KE-KLF-011',
      timestamp: '2025-11-18T10:51:00Z',
      performanceKpis: { uptime: 99, fuelSavings: 26.3, emissionReduction: 2.05 },
      status: 'verified' as const,
      covenantHash: 'a'.repeat(64),
      evidenceHash: 'b'.repeat(64),
      prevHash: entries.at(-1)?.seal ?? GENESIS,
    };
    entries.push({ ...entry, seal: sha256(canonicalChainEntry('demo', entry)) });
  }
  return entries;
}

describe('the address', () => {
  it('keeps every filter, so that a view can be linked', () => {
    const view = fc.record<HistoryView>({
      search: fc.string({ maxLength: 40 }),
      status: fc.constantFrom('verified', 'pending', 'failed', 'disputed', null),
      site: fc.constantFrom('KE-KLF-011', 'KE-NRB-001', null),
      period: fc.constantFrom('day', 'week', 'month', null),
      sort: fc.constantFrom('newest', 'oldest', 'site', 'status'),
      open: fc.constantFrom('VRF-001244', null),
    });
    fc.assert(
      fc.property(view, (wanted) => {
        expect(readAddress('verifications', new URLSearchParams(queryOf('verifications', wanted)))).toEqual(wanted);
      }),
    );
  });

  it('opens the list when the address says what it does not know', () => {
    expect(readAddress('verifications', new URLSearchParams('status=stolen&period=constructor&sort=up'))).toEqual({
      search: '',
      status: null,
      site: null,
      period: null,
      sort: 'newest',
      open: null,
    });
  });

  it('sorts as the table asks, and shows what it does', () => {
    for (const sort of ['newest', 'oldest', 'site', 'status'] as const) expect(sortOf(tableSortOf(sort))).toBe(sort);
    expect(sortOf({ id: 'site', desc: true })).toBe('newest');
  });
});

describe('the chain check', () => {
  const held = chainOf(5);
  const all = { arriving: false, allHeld: true, found: null };

  it('says whole only with every link from the first', { tags: ['D-9'] }, async () => {
    const checker = createChainChecker('demo', sha256);
    const words = chainLabels('demo', await checker.check(held), all);
    expect(words).toMatchObject({ claim: { answer: 'yes', word: 'Chain intact' }, seal: held[4]?.seal });
  });

  it('from a walked place on it looks at the links above alone, says when those below were computed, and where that place is another looks at all', {
    tags: ['P-9', 'D-47'],
  }, async () => {
    const checker = createChainChecker('demo', sha256);
    const walked = { index: 2, seal: held[2]?.seal ?? '' };
    const forward = await checker.checkFrom(walked, held.slice(2));
    const words = chainLabels('demo', forward, { ...all, walkedTo: { place: 2, when: 'yesterday, 09:00' } });
    expect(words).toMatchObject({ claim: { answer: 'yes', word: 'Chain intact' }, seal: held[4]?.seal });
    expect(words.detail).toBe(
      'All 5 links recomputed on this device: those up to the signed checkpoint at place 2 yesterday, 09:00, the others now.',
    );
    expect(await checker.checkFrom({ ...walked, seal: 'f'.repeat(64) }, held.slice(2))).toBeNull();
  });

  it('links that all fit are no intact chain where the platform may have more: cut off at the end, it would look whole', {
    tags: ['D-9', 'T-9'],
  }, async () => {
    const cut = await createChainChecker('demo', sha256).check(held.slice(0, 3));
    const offline = chainLabels('demo', cut, { arriving: false, allHeld: false, found: null });
    expect(offline).toMatchObject({ claim: { answer: 'unknown', word: 'Held part intact' }, seal: null });
    expect(offline.detail).toBe('The 3 links on this device fit. Whether the platform has more is not known.');
    const arriving = chainLabels('demo', cut, { arriving: true, allHeld: false, found: null });
    expect(arriving.claim).toMatchObject({ answer: 'unknown', word: 'Fetching the chain' });
  });

  it('calls links that are not held a gap, never broken', { tags: ['D-9'] }, async () => {
    const words = chainLabels('demo', await createChainChecker('demo', sha256).check([...held.slice(0, 2), ...held.slice(3)]), all);
    expect(words).toMatchObject({ claim: { answer: 'unknown', look: 'warn', word: 'Chain has a gap' }, seal: null });
    expect(words.detail).toContain('1 link of 5');
  });

  it('does not alarm while the rest of the list is on its way, unless what is here is broken', { tags: ['D-9'] }, async () => {
    const some = held.slice(3);
    const words = chainLabels('demo', await createChainChecker('demo', sha256).check(some), {
      arriving: true,
      allHeld: false,
      found: null,
    });
    expect(words).toMatchObject({
      claim: { answer: 'unknown', look: 'pending', word: 'Fetching the chain' },
      detail: '2 of 5 links so far, and they fit.',
    });
    const altered = some.map((entry) => ({ ...entry, status: 'failed' as const }));
    expect(
      chainLabels('demo', await createChainChecker('demo', sha256).check(altered), { arriving: true, allHeld: false, found: null }).claim
        .word,
    ).toBe('Chain broken');
  });

  it('names the first broken link, also when the record was altered after its seal was remembered', { tags: ['D-9'] }, async () => {
    const checker = createChainChecker('demo', sha256);
    await checker.check(held);
    const altered = held.map((entry) => (entry.chainIndex === 3 ? { ...entry, status: 'failed' as const } : entry));
    const words = chainLabels('demo', await checker.check(altered), all);
    expect(words.claim).toMatchObject({ answer: 'no', word: 'Chain broken' });
    expect(words.detail).toContain('VRF-000004 at place 3');
  });

  it('links that all fit are no intact chain, and no record on them holds, where the platform shows another past than this device saw', {
    tags: ['P-5', 'A-19'],
  }, async () => {
    const whole = await createChainChecker('demo', sha256).check(held);
    const found = { kind: 'rewritten', chainIndex: 2, expectedSeal: 'a'.repeat(64), foundSeal: 'b'.repeat(64) } as const;
    expect(chainLabels('demo', whole, { ...all, found })).toMatchObject({ claim: { answer: 'no', word: 'History rewritten' }, seal: null });
    const withheld = { kind: 'withheld', chainIndex: 2, expectedSeal: null, foundSeal: null } as const;
    const words = chainLabels('demo', whole, { ...all, found: withheld });
    expect(words).toMatchObject({ claim: { answer: 'no', word: 'Withheld by the platform' }, seal: null });
    expect(words.detail).toBe('Link 2 of the verification chain was requested and does not arrive, though later links depend on it.');
    expect(chainLabels('demo', null, { ...all, found: { ...withheld, kind: 'broken' } }).claim).toMatchObject({
      answer: 'no',
      word: 'Chain broken',
    });
    const ok = { look: 'ok', lead: 'Link holds both ways.', text: '' } as const;
    // A difference found at one place may begin at any earlier one.
    expect([1, 2, 3].map((place) => besideFinding(ok, place, found).look)).toEqual(['idle', 'bad', 'bad']);
    expect([1, 2, 3].map((place) => besideFinding(ok, place, withheld).look)).toEqual(['ok', 'idle', 'idle']);
    expect(besideFinding(ok, 3, found).text).toBe(
      'Link 2 of the verification chain had the seal aaaaaaaaaaaa… on this device; the platform now shows bbbbbbbbbbbb…. This record depends on it.',
    );
    expect(besideFinding(ok, 3, withheld)).toMatchObject({ look: 'idle', lead: 'Seal holds.' });
    expect([besideFinding(ok, 3, null), besideFinding({ ...ok, look: 'bad' }, 3, found).lead]).toEqual([ok, ok.lead]);
  });

  it('ties a record to the links on both sides', { tags: ['C-44'] }, () => {
    const [a, b, c] = held as [ChainEntry, ChainEntry, ChainEntry]; // five links were made above
    expect(checkLink(b, b.seal, a, c)).toMatchObject({ look: 'ok', lead: 'Link holds both ways.' });
    expect(checkLink(b, b.seal, undefined, c)).toMatchObject({ look: 'idle' });
    expect(checkLink(b, b.seal, { ...a, seal: 'f'.repeat(64) }, c)).toMatchObject({ look: 'bad' });
    expect(checkLink(b, b.seal, a, { ...c, prevHash: 'f'.repeat(64) })).toMatchObject({ look: 'bad' });
    expect(checkLink(b, 'f'.repeat(64), a, c)).toMatchObject({ look: 'bad', lead: 'Seal does not match.' });
    expect(checkLink({ ...a, prevHash: 'f'.repeat(64) }, a.seal, undefined, b)).toMatchObject({ look: 'bad' });
  });
});
