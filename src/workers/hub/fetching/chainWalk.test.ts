import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeCheckpoint } from '../../../../tests/builders/checkpoints.ts';
import { makeKey } from '../../../../tests/builders/evidencePack.ts';
import type { Checkpoint } from '../../../contracts/checkpoint.ts';
import type { ChainEntry } from '../../../contracts/verification.ts';
import { canonicalChainEntry, GENESIS } from '../../../domain/records/chain.ts';
import { WHOLE_EVERY_MS, type Walked } from '../../../domain/records/walkedChain.ts';
import { judgeCheckpoint } from '../../../evidence/checkpoint.ts';
import { lintKeys } from '../../../evidence/keys.ts';
import { createChainWalk } from './chainWalk.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const key = makeKey('ukweli-2025-11-01-one');
const start = Date.parse('2025-11-18T12:00:00.000Z');

function chainOf(length: number, status: ChainEntry['status'] = 'verified'): ChainEntry[] {
  const links: ChainEntry[] = [];
  for (let chainIndex = 0; chainIndex < length; chainIndex += 1) {
    const fields = {
      vrfId: `VRF-${chainIndex}`,
      siteCode: 'KE-001',
      timestamp: '2025-11-18T08:00:00.000Z',
      status,
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
const chain = chainOf(30);
const signedAt = (index: number, links: readonly ChainEntry[] = chain): Checkpoint =>
  makeCheckpoint(key, { index, seal: links[index]?.seal ?? '' });

/** A device that stores these links and the mark of an earlier start. */
function device(held: readonly ChainEntry[] = chain, kept: Walked | null = null) {
  const disk = { links: [...held], walked: kept, keys: true };
  const clock = { now: start };
  const read: number[] = [];
  const told: unknown[] = [];
  const begin = () =>
    createChainWalk({
      tenantId: 'demo',
      meta: {
        readWalked: async () => ({ ok: true, value: disk.walked }),
        writeWalked: async (_, __, walked) => {
          disk.walked = walked;
          return { ok: true, value: null };
        },
      },
      links: async (from, most) => {
        const value = disk.links.filter(({ chainIndex }) => chainIndex >= from && chainIndex < from + most);
        read.push(...value.map(({ chainIndex }) => chainIndex));
        return { ok: true, value };
      },
      isSigned: async (one) =>
        disk.keys ? (await judgeCheckpoint(one, lintKeys([key.jwk]), 'demo', new Date(clock.now).toISOString())).ok : null,
      sha256,
      now: () => clock.now,
      signal: new AbortController().signal,
      publish: (walked) => void told.push(walked?.index ?? null),
    });
  return { disk, clock, read, told, begin };
}

describe('the newest checkpoint that this device has walked up to', { tags: ['P-9', 'D-47'] }, () => {
  it('is kept after a walk from the first link, and the next walk reads what is new alone', async () => {
    const here = device(chain.slice(0, 20));
    const walk = here.begin();
    await walk.walk([signedAt(9)]);
    expect(here.disk.walked).toEqual({ checkpoint: signedAt(9), wholeAt: start });
    expect(here.read[0]).toBe(0);
    here.read.length = 0;
    here.disk.links = [...chain];
    here.clock.now += 3_600_000;
    await walk.walk([signedAt(9), signedAt(24)]);
    expect(here.disk.walked).toEqual({ checkpoint: signedAt(24), wholeAt: start });
    expect(Math.min(...here.read)).toBe(9);
    expect(here.told).toEqual([9, 24]);
  });

  it('what is signed and not held here yet leaves the mark where it is', async () => {
    const here = device(chain.slice(0, 20));
    const walk = here.begin();
    await walk.walk([signedAt(9)]);
    await walk.walk([signedAt(9), signedAt(24)]);
    expect(here.disk.walked?.checkpoint.index).toBe(9);
  });

  it('a row damaged below it is found at the next start and, while the hub runs, within a day', async () => {
    const here = device();
    const walk = here.begin();
    await walk.walk([signedAt(9), signedAt(24)]);
    here.disk.links = here.disk.links.map((link) => (link.chainIndex === 4 ? { ...link, status: 'failed' } : link));
    here.clock.now += WHOLE_EVERY_MS - 1;
    await walk.walk([signedAt(9), signedAt(24)]);
    expect(here.disk.walked?.checkpoint.index).toBe(24);
    here.clock.now += 1;
    await walk.walk([signedAt(9), signedAt(24)]);
    expect(here.disk.walked).toBeNull();

    const next = device(here.disk.links, { checkpoint: signedAt(24), wholeAt: start });
    const started = next.begin();
    await started.recall();
    expect(next.told).toEqual([24]);
    await started.walk([signedAt(24)]);
    expect([next.told, next.disk.walked]).toEqual([[24, null], null]);
    // A missing link is as bad as a changed one.
    const gone = device(
      chain.filter(({ chainIndex }) => chainIndex !== 4),
      { checkpoint: signedAt(24), wholeAt: start },
    );
    await gone.begin().walk([signedAt(24)]);
    expect(gone.disk.walked).toBeNull();
  });

  it('a kept checkpoint that was changed on the disk, is another tenant’s or nobody’s word counts for nothing', async () => {
    const other = chainOf(30, 'disputed');
    const markOf = (checkpoint: Checkpoint, wholeAt = start): Walked => ({ checkpoint, wholeAt });
    for (const [what, mark] of [
      ['its seal', markOf({ ...signedAt(24), seal: other[24]?.seal ?? '' })],
      ['its place', markOf({ ...signedAt(24), index: 25 })],
      ['its time', markOf({ ...signedAt(24), at: '2025-11-18T11:00:01.000Z' })],
      ['another tenant’s', markOf(makeCheckpoint(key, { tenantId: 'kampala', index: 24, seal: chain[24]?.seal ?? '' }))],
      [
        'another tenant’s under this one’s name',
        markOf({ ...makeCheckpoint(key, { tenantId: 'kampala', index: 24, seal: chain[24]?.seal ?? '' }), tenantId: 'demo' }),
      ],
      ['the other chain’s', markOf(makeCheckpoint(key, { chain: 'record', index: 24, seal: chain[24]?.seal ?? '' }))],
      ['a stranger’s', markOf(makeCheckpoint(makeKey('ukweli-2025-11-01-one'), { index: 24, seal: chain[24]?.seal ?? '' }))],
      ['walked tomorrow', markOf(signedAt(24), start + 1)],
      ['of another history', markOf(signedAt(24, other))],
    ] as const) {
      const here = device(chain, mark);
      await here.begin().recall();
      expect([here.told, here.disk.walked], what).toEqual([[null], null]);
    }
    const good = device(chain, markOf(signedAt(24)));
    await good.begin().recall();
    expect(good.told).toEqual([24]);
    // Without keys the signature cannot be checked: the mark is neither trusted nor deleted.
    const keyless = device(chain, markOf(signedAt(24)));
    keyless.disk.keys = false;
    await keyless.begin().recall();
    expect([keyless.told, keyless.disk.walked]).toEqual([[], markOf(signedAt(24))]);
  });

  it('a checkpoint that was changed among those held does not become one to go on from', async () => {
    const here = device();
    await here.begin().walk([{ ...signedAt(9), index: 24, seal: chain[24]?.seal ?? '' }]);
    expect(here.disk.walked).toBeNull();
  });

  it('two histories end it: where two checkpoints contradict each other, and where a link held is not the signed one', async () => {
    const here = device();
    const walk = here.begin();
    await walk.walk([signedAt(24)]);
    await walk.walk('contradicted');
    expect([here.told, here.disk.walked]).toEqual([[24, null], null]);
    const other = chainOf(30, 'disputed');
    await walk.walk([signedAt(9, other)]);
    expect(here.disk.walked).toBeNull();
    // From 20 on the links belong to the other history: its checkpoint is not reached from ours.
    const mixed = device([...chain.slice(0, 20), ...other.slice(20)]);
    await mixed.begin().walk([signedAt(9), signedAt(24, other)]);
    expect(mixed.disk.walked).toBeNull();
  });
});
