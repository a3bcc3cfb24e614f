import { expect, it } from 'vitest';
import { amina, tenants } from '../../../tests/builders/fakePlatform.ts';
import type { Result } from '../../contracts/problem.ts';
import type { Call } from '../../domain/api/client.ts';
import { refreshLeadMs } from '../../domain/session/limits.ts';
import { initialSession } from '../../domain/session/machine.ts';
import type { SessionEffect, SessionState } from '../../domain/session/types.ts';
import type { MetaStore } from '../../store/types.ts';
import { createSessionShell } from './sessionShell.ts';

/** A shell whose machine returns these effects for every event, and whose `enter` fails. */
function shellThat(effects: readonly SessionEffect[], failure: unknown, over: Partial<Parameters<typeof createSessionShell>[0]> = {}) {
  const done: string[] = [];
  const logged: string[] = [];
  const shell = createSessionShell({
    hubDeps: { setTimer: () => () => {}, log: (level, code, detail) => void logged.push(`${level} ${code}: ${detail}`) },
    initial: initialSession,
    step: (state) => ({ state, effects }),
    call: () => Promise.reject(new Error('not part of this test')),
    meta: {} as MetaStore, // not used here
    now: () => 0,
    confirmedNow: () => 0,
    tenantOf: () => Promise.reject(new Error('not part of this test')),
    enter: async () => {
      throw failure;
    },
    leave: async (reason) => void done.push(`left: ${reason}`),
    wipe: async () => ({ ok: true, value: null }),
    refresh: () => Promise.reject(new Error('not part of this test')),
    park: () => {},
    publish: ({ phase }) => void done.push(`published: ${phase}`),
    storage: () => {},
    ...over,
  });
  return { shell, done, logged };
}

it.each([
  [new Error('no store'), 'no store'],
  ['no error at all', 'unknown'],
])(
  'an effect of the session that throws is logged by its name and its words, and keeps none after it from being performed: %s',
  { tags: ['C-65'] },
  async (failure, words) => {
    const tenant = tenants['demo'];
    if (tenant === undefined) throw new Error('no tenant');
    const { shell, done, logged } = shellThat(
      [
        { type: 'enter', user: amina, tenant, confirmed: true },
        { type: 'leave', reason: 'revoked', wiped: false },
        { type: 'publish', status: { phase: 'starting' } },
      ],
      failure,
    );
    shell.send({ type: 'linkReturned' });
    await shell.settled();
    expect(logged).toEqual([`error session_effect_failed: enter: ${words}`]);
    expect(done).toEqual(['left: revoked', 'published: starting']);
  },
);

it('a `me` that does not say when the session ends leaves the end that was told, and takes none for known that was not', {
  tags: ['M-13', 'D-22'],
}, async () => {
  const [far, now] = [9_000_000, 5];
  const tenant = tenants['demo'];
  if (tenant === undefined) throw new Error('no tenant');
  const endAfter = async (initial: object): Promise<number | null> => {
    let end: number | null = null;
    const shell = createSessionShell({
      hubDeps: { setTimer: () => () => {}, log: () => {} },
      initial: initial as SessionState, // the state from which the end is derived
      step: (state, event) => {
        if (event.type === 'meAnswered') end = event.expiresAt;
        return { state, effects: event.type === 'linkReturned' ? [{ type: 'loadMe' }] : [] };
      },
      call: (async () => ({ ok: true, value: { value: amina } })) as unknown as Call<AbortSignal>, // the account, and nothing more
      meta: {} as MetaStore, // not used here
      now: () => now,
      confirmedNow: () => now,
      tenantOf: async () => ({ ok: true, value: tenant }),
      enter: async () => {},
      leave: async () => {},
      wipe: async () => ({ ok: true, value: null }),
      refresh: () => Promise.reject(new Error('not part of this test')),
      park: () => {},
      publish: () => {},
      storage: () => {},
    });
    shell.send({ type: 'linkReturned' });
    await shell.settled();
    return end;
  };
  const there = { name: 'signedIn', user: amina, tenant };
  const soon = now + refreshLeadMs;
  expect(await endAfter({ ...there, confirmed: true, expiresAt: far })).toBe(far);
  expect(await endAfter({ ...there, confirmed: true, expiresAt: now })).toBe(soon);
  expect(await endAfter({ ...there, confirmed: false, expiresAt: far })).toBe(soon);
  expect(await endAfter({ name: 'signedOut', logoutPending: null, remembered: null })).toBe(soon);
});

it('a log-out that the disk has marked is not marked anew each time that it is told; one that it has not is', {
  tags: ['M-13', 'D-21'],
}, async () => {
  const full: Result<null> = { ok: false, problem: { code: 'storage', message: 'The disk is full.', retry: true } };
  for (const disk of [{ ok: true, value: null } as const, full]) {
    const marked: unknown[] = [];
    const meta = {
      writeLogoutPending: async (pending: unknown) => {
        marked.push(pending);
        return disk;
      },
    } as unknown as MetaStore; // only this is called
    const { shell } = shellThat(
      [
        { type: 'setLogoutPending', pending: 'user' },
        { type: 'tellLogout', reason: 'user' },
        { type: 'tellLogout', reason: 'user' },
      ],
      null,
      { meta, call: () => new Promise(() => {}) },
    );
    shell.send({ type: 'linkReturned' });
    await shell.settled();
    expect(marked).toEqual(disk.ok ? ['user'] : ['user', 'user', 'user']);
  }
});

it('whoever has been answered is asked no more: a hub that stands for weeks does not gather them', { tags: ['M-13', 'K-10'] }, async () => {
  const { shell } = shellThat([], null);
  let asked = 0;
  await shell.until(() => {
    asked += 1;
    return true;
  });
  shell.send({ type: 'linkReturned' });
  expect(asked).toBe(1);
});
