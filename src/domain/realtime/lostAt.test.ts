import { expect, it } from 'vitest';
import type { ConnectionStatus } from '../../contracts/rpc.ts';
import { linkMemory, withLostAt } from './lostAt.ts';

const up: ConnectionStatus = { state: 'connected', transport: 'sse', since: 1_000, newestAt: 1_000 };
const lost = (since: number): ConnectionStatus => ({
  state: 'reconnecting',
  transport: 'sse',
  attempt: 1,
  maxAttempts: 10,
  nextTryAt: since + 1_000,
  since,
  newestAt: null,
});

it('the moment at which a link was lost outlives the hub that saw it, however often one begins anew', { tags: ['T-8'] }, () => {
  const first = withLostAt(withLostAt(linkMemory(null, true), up).memory, lost(5_000));
  expect(first).toMatchObject({ status: { lostAt: 5_000 }, memory: { kept: 5_000 } });
  let kept = first.memory.kept;
  for (const begunAt of [60_000, 120_000, 86_400_000]) {
    const next = withLostAt(linkMemory(kept, false), lost(begunAt));
    expect(next).toMatchObject({ status: { since: begunAt, lostAt: 5_000 }, memory: { kept: 5_000 } });
    kept = next.memory.kept;
  }
});

it('a link that went while nobody saw it was lost at a moment that is not known, not when this hub began', { tags: ['T-8'] }, () => {
  expect(withLostAt(linkMemory(null, false), lost(60_000)).status).toMatchObject({ lostAt: null });
  // The loss was seen once, the link came back, and then it went down while no hub ran.
  const back = withLostAt(linkMemory(5_000, false), up);
  expect(back.memory.kept).toBeNull();
  expect(withLostAt(linkMemory(back.memory.kept, false), lost(90_000)).status).toMatchObject({ lostAt: null });
});

it('a loss after the platform has answered is another one', { tags: ['T-8'] }, () => {
  expect(withLostAt(linkMemory(5_000, true), lost(60_000))).toMatchObject({ status: { lostAt: null }, memory: { kept: null } });
});
