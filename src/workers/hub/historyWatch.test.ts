import { expect, it } from 'vitest';
import type { ChainEntry } from '../../contracts/verification.ts';
import type { Result } from '../../contracts/problem.ts';
import { createHistoryWatch } from './historyWatch.ts';

const entry: ChainEntry = {
  vrfId: 'VRF-1',
  siteCode: 'KE-001',
  timestamp: '2026-11-21T08:00:00.000Z',
  status: 'verified',
  chainIndex: 0,
  prevHash: '0'.repeat(64),
  covenantHash: '1'.repeat(64),
  evidenceHash: '2'.repeat(64),
  performanceKpis: { uptime: 1, fuelSavings: 1, emissionReduction: 1 },
  seal: '3'.repeat(64),
};
const head = { chainIndex: 0, seal: entry.seal };
const failed = { ok: false, problem: { code: 'storage', message: 'the disk does not answer', retry: true } } as const;
const nothing = async (): Promise<Result<null>> => ({ ok: true, value: null });

it('[M-13] [D-9] history is not called kept where the link that it would be held against cannot be read, or the new one not be written', async () => {
  const raised: unknown[] = [];
  const raise = (found: unknown) => void raised.push(found);
  const unread = createHistoryWatch({ readAnchor: async () => failed, writeAnchor: nothing }, 'demo', raise);
  expect(await unread.show(head, [entry])).toEqual(failed);
  const unwritten = createHistoryWatch({ readAnchor: nothing, writeAnchor: async () => failed }, 'demo', raise);
  expect(await unwritten.show(head, [entry])).toEqual(failed);
  const kept = createHistoryWatch({ readAnchor: nothing, writeAnchor: nothing }, 'demo', raise);
  expect(await kept.show(head, [entry])).toEqual({ ok: true, value: 'kept' });
  expect(raised).toEqual([]);
});
