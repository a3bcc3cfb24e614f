import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { seenHistory } from '../../../../tests/builders/seenHistory.ts';
import type { ChainEntry } from '../../../contracts/verification.ts';
import { canonicalChainEntry } from '../../../domain/records/chain.ts';
import type { HistoryFinding } from '../../../domain/history.ts';
import { type ChainDoor, compareEveryMs, createHistoryWatch } from './historyWatch.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const sealed = (fields: Omit<ChainEntry, 'seal'>): ChainEntry => ({ ...fields, seal: sha256(canonicalChainEntry('demo', fields)) });
const entry = sealed({
  vrfId: 'VRF-1',
  siteCode: 'KE-001',
  timestamp: '2026-11-21T08:00:00.000Z',
  status: 'verified',
  chainIndex: 0,
  prevHash: '0'.repeat(64),
  covenantHash: '1'.repeat(64),
  evidenceHash: '2'.repeat(64),
  performanceKpis: { uptime: 1, fuelSavings: 1, emissionReduction: 1 },
});
const forged = sealed({ ...entry, status: 'disputed' });
const head = { chainIndex: 0, seal: entry.seal };
const failed = { ok: false, problem: { code: 'storage', message: 'the disk does not answer', retry: true } } as const;
/** A device that stores every link, and a platform that serves the requested ones. */
const door = (given: () => readonly ChainEntry[]): ChainDoor => ({
  ask: async (places) => ({ ok: true, value: given().filter(({ chainIndex }) => places.includes(chainIndex)) }),
  missing: async () => ({ ok: true, value: [] }),
  keep: async () => ({ ok: true, value: null }),
});

it('history is not called kept where what was seen cannot be read, or what is new not be written', { tags: ['M-13', 'D-9'] }, async () => {
  const { meta, anchors } = seenHistory();
  const raised: unknown[] = [];
  const hubDeps = { tenantId: 'demo', sha256, now: () => 0, raise: (found: unknown) => void raised.push(found) };
  const look = (broken: Partial<typeof meta>) =>
    createHistoryWatch({ ...hubDeps, meta: { ...meta, ...broken } }).show(
      head,
      [entry],
      door(() => []),
    );
  expect(await look({ readSeen: async () => failed })).toEqual(failed);
  expect(await look({ addAnchors: async () => failed })).toEqual(failed);
  expect(anchors()).toEqual([]);
  expect(await look({})).toEqual({ ok: true, value: 'kept' });
  expect(anchors()).toEqual([head]);
  expect(raised).toEqual([]);
});

it('what was found is told again after a restart, whatever single reads say, until all that was seen is shown as it was', {
  tags: ['P-5', 'D-9'],
}, async () => {
  const { meta, finding } = seenHistory([head]);
  const started = () => {
    let told: HistoryFinding | null = null;
    const clock = { now: 0 };
    const watch = createHistoryWatch({ meta, tenantId: 'demo', sha256, now: () => clock.now, raise: (found) => void (told = found) });
    return { watch, clock, told: () => told };
  };
  const first = started();
  expect(
    await first.watch.show(
      head,
      [],
      door(() => [entry]),
    ),
  ).toEqual({ ok: true, value: 'kept' });
  expect(
    await first.watch.show(
      head,
      [],
      door(() => [forged]),
    ),
  ).toEqual({ ok: true, value: 'kept' });
  first.clock.now = compareEveryMs;
  expect(
    await first.watch.show(
      head,
      [],
      door(() => [forged]),
    ),
  ).toEqual({ ok: true, value: 'found' });
  const rewritten = { kind: 'rewritten', chainIndex: 0, expectedSeal: entry.seal, foundSeal: forged.seal };
  expect([first.told(), finding()]).toEqual([rewritten, rewritten]);

  const next = started();
  await next.watch.recall();
  expect(next.told()).toEqual(rewritten);
  expect(
    await next.watch.show(
      head,
      [],
      door(() => [forged]),
    ),
  ).toEqual({ ok: true, value: 'found' });
  expect(
    await next.watch.show(
      head,
      [],
      door(() => [entry]),
    ),
  ).toEqual({ ok: true, value: 'kept' });
  expect([next.told(), finding()]).toEqual([null, null]);
});
