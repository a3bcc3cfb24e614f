import { expect, it } from 'vitest';
import type { RealtimeEffect } from '../../../domain/realtime/effect.ts';
import { initialRealtime, type RealtimeState } from '../../../domain/realtime/state.ts';
import { createApiClient } from '../../../domain/api/client.ts';
import { createRealtimeShell, type RealtimeDeps } from './realtimeShell.ts';

/** A shell whose machine returns the test's effects, with a record of what was performed. */
function setup(
  orders: (type: string) => readonly RealtimeEffect[],
  openWebSocket?: RealtimeDeps['hubDeps']['openWebSocket'],
  asked: (signal: AbortSignal) => void = () => {},
) {
  const told: string[] = [];
  const done: string[] = [];
  const timers = new Map<() => void, number>();
  const named: RealtimeState = {
    ...initialRealtime,
    name: 'connecting',
    subscription: { tenantId: 'demo', topics: [], startTransport: 'sse' },
    transport: 'sse',
    connection: 1,
  };
  const world: RealtimeDeps = {
    hubDeps: {
      setTimer: (delayMs, run) => {
        timers.set(run, delayMs);
        return () => timers.delete(run);
      },
      random: () => 0.5,
      openEventSource: () => {
        throw new Error('no sockets left');
      },
      openWebSocket: openWebSocket ?? (() => ({ addEventListener: () => {}, send: () => {}, close: () => {} })),
      log: (level, code, detail) => void done.push(`${level} ${code} ${detail}`),
    },
    setBack: () => void done.push('set back'),
    otherLog: () => void done.push('other log'),
    step: (_state, event) => {
      told.push(event.type === 'timerFired' ? `${event.type} ${event.timer}` : event.type);
      return { state: named, effects: orders(event.type) };
    },
    call: createApiClient<AbortSignal>({
      send: async (_request, signal) => {
        if (signal !== null) asked(signal);
        return { kind: 'failed', code: 'network' };
      },
      newCorrelationId: () => 'c',
      caller: () => ({ tenantId: 'demo', accountId: null, build: 'b' }),
    }),
    now: () => 7,
    apply: (frames) => void done.push(`apply ${frames.length}`),
    discard: () => void done.push('discard'),
    saveCursors: (cursors) => void done.push(`save ${JSON.stringify(cursors)}`),
    resync: async () => ['health'],
    publish: (status) => void done.push(`publish ${status.state}`),
    spoken: () => void done.push('spoken'),
    outdated: () => void done.push('outdated'),
    heard: () => void done.push('heard'),
    refused: () => void done.push('refused'),
  };
  const shell = createRealtimeShell(world);
  const fire = () => {
    for (const run of Array.from(timers.keys())) {
      timers.delete(run);
      run();
    }
  };
  return { shell, told, done, timers, fire };
}

it('performs effects in order and hands what comes of them back to the machine, one event at a time', async () => {
  const { shell, told, done } = setup((type) =>
    type === 'retryNow'
      ? [
          { type: 'discard' },
          { type: 'resync', topics: { health: 4 }, reason: 'gap', epoch: 'e' },
          { type: 'saveCursors', cursors: { health: 4 }, epoch: 'e' },
        ]
      : [],
  );
  shell.send({ type: 'retryNow' });
  expect(done).toEqual(['discard', 'save {"health":4}']);
  await Promise.resolve();
  await Promise.resolve();
  expect(told).toEqual(['retryNow', 'resynced']);
});

it('asks about the session when the machine wants it asked', { tags: ['M-9'] }, () => {
  const { shell, done } = setup(() => [{ type: 'askSession' }]);
  shell.send({ type: 'retryNow' });
  expect(done).toEqual(['refused']);
});

it('has one timer of each name: scheduling again replaces, cancelling ends', () => {
  const { shell, told, timers, fire } = setup((type) => {
    if (type === 'retryNow')
      return [
        { type: 'schedule', timer: 'retry', delayMs: 1000 },
        { type: 'schedule', timer: 'poll', delayMs: 5 },
      ];
    return type === 'linkReturned' ? [{ type: 'cancel', timer: 'poll' }] : [];
  });
  shell.send({ type: 'retryNow' });
  shell.send({ type: 'retryNow' });
  expect([...timers.values()].toSorted()).toEqual([1000, 5]);
  shell.send({ type: 'linkReturned' });
  fire();
  expect(told.slice(3)).toEqual(['timerFired retry']);
});

it('a bug in one step silences none that comes after it', () => {
  let broken = true;
  const { shell, told, done } = setup((type) => {
    if (type === 'linkReturned' && broken) throw new Error('not defined');
    return type === 'retryNow' ? [{ type: 'log', level: 'info', code: 'gap', detail: 'first' }, { type: 'discard' }] : [];
  });
  shell.send({ type: 'linkReturned' });
  broken = false;
  shell.send({ type: 'retryNow' });
  expect(told).toEqual(['linkReturned', 'retryNow']);
  expect(done).toEqual(['error realtime_failed step linkReturned: not defined', 'info gap first', 'discard']);
});

it('a stream that cannot even be opened is lost', () => {
  const { shell, told, done } = setup((type) =>
    type === 'retryNow' ? [{ type: 'open', connection: 1, transport: 'sse', since: {}, topics: [] }, { type: 'discard' }] : [],
  );
  shell.send({ type: 'retryNow' });
  expect(told).toEqual(['retryNow', 'closed']);
  expect(done).toEqual(['error stream_not_opened no sockets left', 'discard']);
});

it('a connection that was closed, or has ended by itself, is let go of: it is not closed again', () => {
  let closed = 0;
  let end = (_event: { readonly code: number }) => {};
  const socket: ReturnType<RealtimeDeps['hubDeps']['openWebSocket']> = {
    addEventListener: (type, listener) => {
      if (type === 'close') end = listener;
    },
    send: () => {},
    close: () => {
      closed += 1;
    },
  };
  const { shell, told } = setup(
    (type) => {
      if (type === 'retryNow') return [{ type: 'open', connection: 1, transport: 'websocket', since: {}, topics: [] }];
      return type === 'linkReturned' ? [{ type: 'close', connection: 1 }] : [];
    },
    () => socket,
  );
  shell.send({ type: 'linkReturned' }); // the machine has named the connection
  shell.send({ type: 'retryNow' });
  shell.send({ type: 'linkReturned' });
  shell.send({ type: 'linkReturned' });
  expect(closed).toBe(1);
  shell.send({ type: 'retryNow' });
  end({ code: 1006 });
  shell.send({ type: 'linkReturned' });
  expect([told.at(-2), closed]).toEqual(['closed', 1]);
});

it('a stream that opens is a word of the platform before its first frame: what waits for any sign of a link waits no longer', {
  tags: ['M-6'],
}, () => {
  const listeners = new Map<string, (event: never) => void>();
  const { shell, told, done } = setup(
    (type) => (type === 'retryNow' ? [{ type: 'open', connection: 1, transport: 'websocket', since: {}, topics: [] }] : []),
    () => ({
      addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
      send: () => {},
      close: () => {},
    }),
  );
  shell.send({ type: 'linkReturned' }); // the machine has named the connection
  shell.send({ type: 'retryNow' });
  expect(done).not.toContain('heard');
  listeners.get('open')?.({} as never);
  expect(done).toContain('heard');
  expect(told.at(-1)).toBe('opened');
});

/** A shell on a WebSocket; the test speaks for the platform and records what is sent up. */
function onSocket(order: (type: string) => readonly RealtimeEffect[]) {
  const listeners = new Map<string, (event: never) => void>();
  const said: string[] = [];
  const made = setup(
    (type) => (type === 'retryNow' ? [{ type: 'open', connection: 1, transport: 'websocket', since: {}, topics: [] }] : order(type)),
    () => ({
      addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
      send: (text: string) => void said.push(text),
      close: () => {},
    }),
  );
  made.shell.send({ type: 'linkReturned' }); // the machine has named the connection
  made.shell.send({ type: 'retryNow' });
  listeners.get('open')?.({} as never); // nothing of the event is read
  return { ...made, said, hear: (data: string) => listeners.get('message')?.({ data } as never) };
}

it('a ping that the machine orders goes up the stream', { tags: ['M-13', 'D-14'] }, () => {
  const { shell, said } = onSocket((type) => (type === 'silent' ? [{ type: 'ping', connection: 1 }] : []));
  expect(said).toEqual([]);
  shell.send({ type: 'silent' });
  expect(said).toEqual(['{"type":"ping"}']);
});

it('what is no frame is told to the machine with why; a bare heartbeat is ignored', { tags: ['M-13', 'C-65'] }, () => {
  const { told, hear } = onSocket(() => []);
  const before = told.length;
  hear('{"type":"heartbeat"}');
  expect(told.slice(before)).toEqual([]);
  hear('not JSON');
  expect(told.slice(before)).toEqual(['invalid']);
});

it('a poll whose connection was closed is given up, and what it would have answered is not heard', { tags: ['M-13'] }, async () => {
  const signals: AbortSignal[] = [];
  const { shell, told } = setup(
    (type) => {
      if (type === 'retryNow') return [{ type: 'poll', connection: 1, topics: ['health'], since: {} }];
      return type === 'silent' ? [{ type: 'close', connection: 1 }] : [];
    },
    undefined,
    (signal) => void signals.push(signal),
  );
  shell.send({ type: 'retryNow' });
  shell.send({ type: 'silent' });
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(told).toEqual(['retryNow', 'silent']);
});
