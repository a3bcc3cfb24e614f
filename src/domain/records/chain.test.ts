import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChainEntry } from '../../contracts/verification.ts';
import { canonicalChainEntry, checkChain, EMPTY_EVIDENCE_HASH, GENESIS, type SealedFields } from './chain.ts';

const tenantId = 'demo';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function seal(fields: SealedFields): ChainEntry {
  return { ...fields, seal: sha256(canonicalChainEntry(tenantId, fields)) };
}

function chainOf(length: number): ChainEntry[] {
  const entries: ChainEntry[] = [];
  for (let chainIndex = 0; chainIndex < length; chainIndex += 1) {
    entries.push(
      seal({
        chainIndex,
        vrfId: `VRF-${String(chainIndex).padStart(6, '0')}`,
        siteCode: 'KE-KLF-011',
        timestamp: '2025-11-18T10:22:00Z',
        performanceKpis: { uptime: 97.5, fuelSavings: 31.25, emissionReduction: 0.1 + chainIndex },
        status: 'verified',
        covenantHash: GENESIS,
        evidenceHash: EMPTY_EVIDENCE_HASH,
        prevHash: entries.at(-1)?.seal ?? GENESIS,
      }),
    );
  }
  return entries;
}
const headOf = (entries: readonly ChainEntry[]) => {
  const last = entries.at(-1);
  return last === undefined ? null : { chainIndex: last.chainIndex, seal: last.seal };
};

describe('canonical chain entry', () => {
  it('is the RFC 8785 form of the sealed fields with the tenant', { tags: ['D-9'] }, () => {
    const figure = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.record({ uptime: figure, fuelSavings: figure, emissionReduction: figure }), fc.string(), (performanceKpis, vrfId) => {
        const { seal: _, ...fields } = { ...chainOf(1)[0], performanceKpis, vrfId } as ChainEntry; // spread of an element that exists
        expect(canonicalChainEntry(tenantId, fields)).toBe(canonicalize({ ...fields, tenantId }));
      }),
    );
  });

  it('uses the SHA-256 of the empty string where there is no pack', { tags: ['D-9'] }, () => {
    expect(EMPTY_EVIDENCE_HASH).toBe(sha256(''));
  });

  it('refuses figures that JSON cannot carry', () => {
    const [first] = chainOf(1);
    expect(() => canonicalChainEntry(tenantId, { ...first, chainIndex: Number.NaN } as ChainEntry)).toThrow(RangeError);
  });
});

describe('chain check', () => {
  it('calls a chain whole from the first entry to the head, in whatever order it is held', { tags: ['C-44', 'D-9'] }, async () => {
    const entries = chainOf(30);
    const verdict = await checkChain(tenantId, entries.toReversed(), headOf(entries), sha256);
    expect(verdict).toEqual({ state: 'whole', entries: 30, headIndex: 29, headSeal: entries[29]?.seal });
  });

  it('calls missing stretches a gap, not a break', { tags: ['C-44', 'D-9'] }, async () => {
    const entries = chainOf(10);
    const held = entries.filter(({ chainIndex }) => ![0, 4, 5, 9].includes(chainIndex));
    expect(await checkChain(tenantId, held, headOf(entries), sha256)).toEqual({
      state: 'gap',
      entries: 6,
      notHeld: [
        { from: 0, to: 0 },
        { from: 4, to: 5 },
        { from: 9, to: 9 },
      ],
      headIndex: 9,
    });
    expect(await checkChain(tenantId, [], headOf(entries), sha256)).toMatchObject({ state: 'gap', notHeld: [{ from: 0, to: 9 }] });
    expect(await checkChain(tenantId, [], null, sha256)).toEqual({ state: 'empty' });
  });

  it('names the first broken link when any sealed field was changed', { tags: ['C-44', 'D-9'] }, async () => {
    const sealed: (keyof SealedFields)[] = ['vrfId', 'siteCode', 'timestamp', 'covenantHash', 'evidenceHash'];
    for (const field of sealed) {
      const entries = chainOf(6);
      const target = entries[3] as ChainEntry; // there are six entries
      entries[3] = { ...target, [field]: `${target[field]}0` };
      expect(await checkChain(tenantId, entries, null, sha256)).toMatchObject({ state: 'broken', chainIndex: 3, link: 'seal' });
    }
  });

  it('a chain of another tenant does not hold here', { tags: ['D-9'] }, async () => {
    expect(await checkChain('kampala', chainOf(3), null, sha256)).toMatchObject({ state: 'broken', chainIndex: 0, link: 'seal' });
  });

  it('an entry rewritten together with its seal breaks the tie of the next', { tags: ['D-9'] }, async () => {
    const entries = chainOf(6);
    entries[2] = seal({ ...(entries[2] as ChainEntry), status: 'disputed' }); // there are six entries
    expect(await checkChain(tenantId, entries, null, sha256)).toMatchObject({ state: 'broken', chainIndex: 3, link: 'prev' });
  });

  it('reordered, forked, re-rooted and over-long chains are broken', { tags: ['D-9'] }, async () => {
    const entries = chainOf(5);
    const [zero, one, two] = entries as [ChainEntry, ChainEntry, ChainEntry, ...ChainEntry[]];
    const swapped = [zero, seal({ ...two, chainIndex: 1 }), seal({ ...one, chainIndex: 2 })];
    expect(await checkChain(tenantId, swapped, null, sha256)).toMatchObject({ state: 'broken', chainIndex: 1, link: 'prev' });
    const fork = seal({ ...two, status: 'failed' });
    expect(await checkChain(tenantId, [...entries, fork], null, sha256)).toMatchObject({ state: 'broken', chainIndex: 2, link: 'fork' });
    expect(await checkChain(tenantId, [seal({ ...zero, prevHash: 'a'.repeat(64) })], null, sha256)).toMatchObject({
      state: 'broken',
      link: 'genesis',
    });
    expect(await checkChain(tenantId, entries, headOf(entries.slice(0, 3)), sha256)).toMatchObject({
      state: 'broken',
      chainIndex: 3,
      link: 'beyond_head',
    });
    expect(await checkChain(tenantId, entries, { chainIndex: 4, seal: GENESIS }, sha256)).toMatchObject({
      state: 'broken',
      chainIndex: 4,
      link: 'fork',
    });
  });

  it('never calls a chain with one changed entry whole', { tags: ['D-9'] }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 11 }),
        fc.constantFrom('verified', 'pending', 'failed', 'disputed'),
        fc.boolean(),
        async (at, status, reseal) => {
          const entries = chainOf(12);
          const target = entries[at] as ChainEntry; // at is below 12
          fc.pre(target.status !== status);
          const changed = { ...target, status };
          entries[at] = reseal ? seal(changed) : changed;
          // Resealing the newest entry is the only rewrite that links cannot reveal; the head and the anchor do.
          const verdict = await checkChain(tenantId, entries, headOf(chainOf(12)), sha256);
          expect(verdict.state).toBe('broken');
        },
      ),
    );
  });
});
