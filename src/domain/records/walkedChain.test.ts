import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ChainEntry } from '../../contracts/verification.ts';
import { canonicalChainEntry, type ComputedLink, GENESIS } from './chain.ts';
import { isWholeDue, judgeFrom, WHOLE_EVERY_MS } from './walkedChain.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function chainOf(length: number): readonly ChainEntry[] {
  const links: ChainEntry[] = [];
  for (let chainIndex = 0; chainIndex < length; chainIndex += 1) {
    const fields = {
      vrfId: `VRF-${chainIndex}`,
      siteCode: 'KE-001',
      timestamp: '2026-11-21T08:00:00.000Z',
      status: 'verified' as const,
      chainIndex,
      prevHash: links.at(-1)?.seal ?? GENESIS,
      covenantHash: '1'.repeat(64),
      evidenceHash: '2'.repeat(64),
      performanceKpis: { uptime: 1, fuelSavings: 1, emissionReduction: 1 },
    };
    links.push({ ...fields, seal: sha256(canonicalChainEntry('demo', fields)) });
  }
  return links;
}
const computed = (links: readonly ChainEntry[]): readonly ComputedLink[] =>
  links.map((entry) => ({ entry, computedSeal: sha256(canonicalChainEntry('demo', entry)) }));

describe('a chain judged from where it was walked to', { tags: ['P-9', 'D-47'] }, () => {
  const chain = chainOf(12);
  const base = { index: 6, seal: chain[6]?.seal ?? '' };
  const above = chain.slice(6);

  it('is whole with the links from there on, and counts those below', () => {
    expect(judgeFrom(base, computed(above))).toEqual({ state: 'whole', entries: 12, headIndex: 11, headSeal: chain[11]?.seal });
    expect(judgeFrom(base, computed([...above].reverse()))).toMatchObject({ state: 'whole', entries: 12 });
    expect(judgeFrom({ index: 0, seal: chain[0]?.seal ?? '' }, computed(chain))).toMatchObject({ state: 'whole', entries: 12 });
    expect(judgeFrom({ index: 11, seal: chain[11]?.seal ?? '' }, computed(chain.slice(11)))).toMatchObject({ state: 'whole', entries: 12 });
  });

  it('names what is broken or missing above it', () => {
    const altered = above.map((entry) => (entry.chainIndex === 9 ? { ...entry, status: 'failed' as const } : entry));
    expect(judgeFrom(base, computed(altered))).toMatchObject({ state: 'broken', chainIndex: 9, link: 'seal' });
    const cut = above.filter(({ chainIndex }) => chainIndex !== 8);
    expect(judgeFrom(base, computed(cut))).toMatchObject({ state: 'gap', entries: 11, notHeld: [{ from: 8, to: 8 }] });
  });

  it('says nothing where the link at that place is not held or is another: the whole is looked at', () => {
    expect(judgeFrom(base, computed(chain.slice(7)))).toBeNull();
    expect(judgeFrom({ ...base, seal: 'f'.repeat(64) }, computed(above))).toBeNull();
    expect(
      judgeFrom(base, computed(above.map((entry) => (entry.chainIndex === 6 ? { ...entry, status: 'failed' as const } : entry)))),
    ).toBeNull();
  });

  it('is walked from the first link again after a day, and where the time of the last walk lies ahead', () => {
    const checkpoint = { tenantId: 'demo', chain: 'verifications' as const, ...base, at: '2026-11-21T08:00:00.000Z', jws: '' };
    expect(isWholeDue(null, 0)).toBe(true);
    expect(isWholeDue({ checkpoint, wholeAt: 5 }, 5 + WHOLE_EVERY_MS - 1)).toBe(false);
    expect(isWholeDue({ checkpoint, wholeAt: 5 }, 5 + WHOLE_EVERY_MS)).toBe(true);
    expect(isWholeDue({ checkpoint, wholeAt: 6 }, 5)).toBe(true);
  });
});
