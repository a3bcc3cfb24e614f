import { describe, expect, it } from 'vitest';
import { amina } from '../../../../tests/builders/fakePlatform.ts';
import { outboxItem } from '../../../../tests/builders/outboxItem.ts';
import type { OutboxItem } from '../../../contracts/outbox.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import type { HubMessage, UnsentGone } from '../../../contracts/rpc.ts';
import type { SessionState } from '../../../domain/session/types.ts';
import type { WriteStore } from '../../../store/types.ts';
import { createUnsentAtLeaving } from './unsentAtLeaving.ts';

/** Reports about commands lost with storage that was deleted under an open console. */
const noted = (place: number, state: OutboxItem['state'] = 'pending') =>
  outboxItem(place, {
    command: { kind: 'note', incidentId: `INC-${place}`, text: `What was seen at place ${place}` },
    decidedAt: 1_000 + place,
    state,
  });
const hundred = Array.from({ length: 100 }, (_, place) => noted(place + 1));
const signedIn = {
  name: 'signedIn',
  user: amina,
  tenant: { tenantId: 'demo', name: 'Demo', place: 'Nairobi' },
} as unknown as SessionState; // only these are read here

function tell(lost: { readonly outbox: readonly OutboxItem[] | null; readonly kept: boolean }, state = signedIn) {
  const shown: UnsentGone[] = [];
  const unused = () => {
    throw new Error('not asked for here');
  };
  createUnsentAtLeaving({
    meta: { claimStore: unused, readRemovals: unused },
    readUnsent: unused,
    carried: unused,
    setTimer: unused,
    gone: (gone) => void shown.push(gone),
    notify: () => {},
  }).lost(state, {
    rows: true,
    ...lost,
  });
  return shown;
}

describe('decisions that went with storage that was taken away', () => {
  it('and could not be kept again are shown whole until they were seen, a hundred of them too, with what was written', {
    tags: ['M-1', 'F-17'],
  }, () => {
    const [gone, ...more] = tell({ outbox: [...hundred, noted(101, 'sent')], kept: false });
    expect(gone).toMatchObject({ userId: amina.id, why: 'removed', tenant: 'Demo · Nairobi', unread: 0 });
    expect(gone?.items).toEqual(hundred);
    expect(more).toEqual([]);
  });

  it('and were never read are not passed over: that nobody knows is shown too', { tags: ['M-1', 'F-17'] }, () => {
    expect(tell({ outbox: null, kept: false })).toMatchObject([{ why: 'removed', items: [], unread: null }]);
  });

  it('need no answer where they are kept, where none waited, or where nobody is in', { tags: ['M-1'] }, () => {
    expect(tell({ outbox: hundred, kept: true })).toEqual([]);
    expect(tell({ outbox: [noted(1, 'sent')], kept: false })).toEqual([]);
    expect(tell({ outbox: hundred, kept: false }, { name: 'starting' } as unknown as SessionState)).toEqual([]);
  });
});

describe('decisions whose database had to be abandoned', () => {
  const person = { tenantId: 'demo', userId: amina.id, session: null };
  const brought = async (answers: readonly Result<never>[], unread: number) => {
    const shown: UnsentGone[] = [];
    const problems: Problem[] = [];
    const added: number[] = [];
    const carried: string[] = [];
    const left = [...answers];
    const unused = () => {
      throw new Error('not asked for here');
    };
    const unsent = createUnsentAtLeaving({
      meta: {
        claimStore: unused,
        readRemovals: async () => ({
          ok: true,
          value: [{ name: 'old', cleared: false, ...(carried.length === 0 && { carries: person }) }],
        }),
      },
      readUnsent: unused,
      carried: async (name) => void carried.push(name),
      setTimer: () => () => {},
      gone: (gone) => void shown.push(gone),
      notify: () => {},
    });
    unsent.wiped('keep', person, { items: hundred, unread });
    const store = {
      outbox: {
        add: async (drafts: readonly unknown[]) => {
          added.push(drafts.length);
          return left.shift() ?? { ok: true, value: [] };
        },
      },
    } as unknown as WriteStore; // only this is called
    for (let times = 0; times < 2; times += 1) await unsent.bring('demo', amina.id, store, (problem) => void problems.push(problem));
    return { shown, problems, added, carried };
  };

  it('go into the next one, once', { tags: ['M-3', 'F-38'] }, async () => {
    expect(await brought([], 0)).toEqual({ shown: [], problems: [], added: [100], carried: ['old'] });
  });

  it('and that the next one does not take are shown whole, beside what could not be read, and are not said to wait any more', {
    tags: ['M-3', 'F-16', 'F-38'],
  }, async () => {
    const full: Problem = { code: 'storage', cause: 'full', message: 'No room.', retry: true };
    const { shown, problems, added, carried } = await brought([{ ok: false, problem: full }], 3);
    expect(shown.at(-1)).toMatchObject({ userId: amina.id, why: 'access', items: hundred, unread: 3 });
    expect([problems, added, carried]).toEqual([[full], [100], ['old']]);
  });
});

it.each([
  [1, '1 action of another person removed', 'and an action of theirs had not been sent'],
  [3, '3 actions of another person removed', 'and 3 actions of theirs had not been sent'],
])(
  'what of somebody else’s went unsent with their rows is counted to who comes next, in words that agree: %i',
  { tags: ['M-13', 'M-3'] },
  (count, title, text) => {
    const told: HubMessage[] = [];
    const unused = () => {
      throw new Error('not asked for here');
    };
    createUnsentAtLeaving({
      meta: { claimStore: unused, readRemovals: unused },
      readUnsent: unused,
      carried: unused,
      setTimer: unused,
      gone: unused,
      notify: (notice) => void told.push(notice),
    }).wiped('count', { tenantId: 'demo', userId: 'u1', session: null }, { items: hundred.slice(0, count), unread: 0 });
    expect(told).toEqual([{ kind: 'notice', level: 'warning', title, text: expect.stringContaining(text) }]);
  },
);
