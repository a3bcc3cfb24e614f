import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { echoing } from '../../../tests/builders/echoing.ts';
import { amina } from '../../../tests/builders/fakePlatform.ts';
import { adminUserEndpoints } from '../../contracts/adminUserEndpoints.ts';
import { headers } from '../../contracts/endpoints.ts';
import { factorEndpoints } from '../../contracts/factors.ts';
import { identityEndpoints } from '../../contracts/identityEndpoints.ts';
import type { Result } from '../../contracts/problem.ts';
import type { SessionStatus } from '../../contracts/rpc.ts';
import { hub } from '../hub/hub.ts';
import { hubStatus, unknownStatus } from '../hub/pageState.ts';
import { proofQuestion } from './provenCall.ts';
import { type ActOf, useAct } from './useAct.ts';
import { useSend } from './useSend.ts';

const tenant = { tenantId: 'demo', name: 'Demo', place: 'Nairobi', region: 'af-south-1', currency: 'KES', timeZone: 'Africa/Nairobi' };
const sessionOf = (user: typeof amina): SessionStatus => ({
  phase: 'signedIn',
  user,
  tenant,
  confirmed: true,
  expiresAt: 0,
  warningEndsAt: null,
});
const connected = { state: 'connected', transport: 'sse', since: 0, newestAt: 0 } as const;

let network: MockInstance<typeof fetch>;
beforeEach(() => {
  network = vi.spyOn(globalThis, 'fetch');
  hubStatus.set({ ...unknownStatus, session: sessionOf(amina), connection: connected });
});
afterEach(() => {
  vi.restoreAllMocks();
  hubStatus.set(unknownStatus);
});

const answers = (status: number, body: unknown) =>
  echoing(() => new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } }));
const refuses = (status: number, code: string, more: object = {}) =>
  answers(status, { error: { code, message: `Refused: ${code}`, correlationId: 'c-1', ...more } });
const gone = (): Promise<Response> => Promise.reject(new TypeError('gone'));
/** The idempotency keys of what was sent, as letters in the order of their first sending. */
const keysSent = (): string => {
  const keys = network.mock.calls.map(([, init]) => new Headers(init?.headers).get(headers.idempotency) ?? 'none');
  const known = [...new Set(keys)];
  return keys.map((key) => (key === 'none' ? '-' : String.fromCharCode(65 + known.indexOf(key)))).join('');
};
/** An answer that arrives when the test says so. */
function later(status: number, body: unknown) {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  network.mockImplementationOnce(async (...given) => {
    await arrived;
    return answers(status, body)(...given);
  });
  return () => arrive();
}

const done = vi.fn();
const failed = vi.fn();
beforeEach(() => {
  done.mockReset();
  failed.mockReset();
});
let act: ActOf<string, unknown>;
/** Hands the newest act to the test. */
function useGiven(mine: ActOf<string, unknown>): void {
  useEffect(() => {
    act = mine;
  });
}

/** Removes a passkey with the password: the act of these tests. */
function RemovePasskey() {
  const mine = useAct<string, null>({
    route: 'now',
    send: (currentPassword, send) => send(identityEndpoints.removePasskey, { params: { id: 'p-1' }, body: { currentPassword } }),
    fieldsOf: ({ code, message }) => (code === 'bad_request' ? { password: message } : {}),
    done: (_answer, told) => void done(told),
    failed: ({ code }, told) => void failed(code, told),
  });
  useGiven(mine);
  return (
    <>
      <p>{mine.state.at}</p>
      <p>{`problem ${mine.problem?.code ?? 'none'}; fields ${JSON.stringify(mine.fields)}; busy ${mine.busy}`}</p>
    </>
  );
}

describe('an act that needs the platform now', () => {
  it('pressed twice is sent once; it is pending, then done, and the next press is a new intention', { tags: ['D-24'] }, async () => {
    const arrive = later(200, null);
    const screen = await render(<RemovePasskey />);
    await expect.element(screen.getByText('idle', { exact: true })).toBeVisible();
    const first = act.run('Key');
    expect(await act.run('Key')).toBe(false);
    await expect.element(screen.getByText('pending', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('problem none; fields {}; busy true')).toBeVisible();
    await vi.waitFor(() => expect(network).toHaveBeenCalledOnce(), 15_000);
    arrive();
    expect(await first).toBe(true);
    await expect.element(screen.getByText('done', { exact: true })).toBeVisible();
    expect(done.mock.calls).toEqual([[{ value: 'Key', shown: true }]]);
    network.mockImplementation(answers(200, null));
    expect(await act.run('Key')).toBe(true);
    expect(keysSent()).toBe('AB');
  });

  it('unreached it is tried again under the same key; something else gets a new one, and so does the first afterwards', {
    tags: ['D-24'],
  }, async () => {
    network.mockImplementation(gone);
    const screen = await render(<RemovePasskey />);
    expect(await act.run('Key')).toBe(false);
    await expect.element(screen.getByText('unreached', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('problem network; fields {}; busy false')).toBeVisible();
    expect(failed.mock.calls).toEqual([['network', { value: 'Key', shown: true }]]);
    await act.again();
    // An answer that cannot be read decides nothing either.
    network.mockImplementationOnce(answers(200, { unexpected: true }));
    await act.run('Key');
    await act.run('Other');
    await act.run('Key');
    network.mockImplementation(answers(200, null));
    expect(await act.again()).toBe(true);
    expect(await act.run('Key')).toBe(true);
    expect(keysSent()).toBe('AAABCCD');
  });

  it('the key is gone with a refusal; its text is about a field where it says so, and is forgotten when the user answers to it', {
    tags: ['D-24'],
  }, async () => {
    network.mockImplementationOnce(refuses(400, 'bad_request')).mockImplementationOnce(refuses(403, 'forbidden'));
    const screen = await render(<RemovePasskey />);
    await act.run('');
    await expect.element(screen.getByText('refused', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('problem none; fields {"password":"Refused: bad_request"}; busy false')).toBeVisible();
    await act.run('');
    await expect.element(screen.getByText('problem forbidden; fields {}; busy false')).toBeVisible();
    expect(keysSent()).toBe('AB');
    act.reset();
    await expect.element(screen.getByText('idle', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('problem none; fields {}; busy false')).toBeVisible();
  });

  it('says what changed where that is why it is refused', { tags: ['D-24'] }, async () => {
    network.mockImplementationOnce(refuses(409, 'conflict', { drifted: [{ id: 'p-1', reason: 'changed' }] }));
    network.mockImplementationOnce(refuses(409, 'conflict'));
    const screen = await render(<RemovePasskey />);
    await act.run('Key');
    await expect.element(screen.getByText('conflict', { exact: true })).toBeVisible();
    expect(act.state).toMatchObject({ at: 'conflict', value: 'Key', drifted: [{ id: 'p-1', reason: 'changed' }] });
    await act.run('Key');
    await expect.element(screen.getByText('refused', { exact: true })).toBeVisible();
  });

  it('removed while it is under way it still ends, and is told that it is not shown', { tags: ['D-24'] }, async () => {
    const arrive = later(200, null);
    const screen = await render(<RemovePasskey />);
    const asked = act.run('Key');
    await expect.element(screen.getByText('pending', { exact: true })).toBeVisible();
    await screen.unmount();
    arrive();
    expect(await asked).toBe(true);
    expect(done.mock.calls).toEqual([[{ value: 'Key', shown: false }]]);
  });

  it.each([
    ['another person signs in', [sessionOf({ ...amina, id: 'u-other' })]],
    ['another tenant is opened', [sessionOf({ ...amina, tenantId: 'other' })]],
    ['the session ends', [{ phase: 'signedOut', reason: 'user', logoutPending: false }]],
    ['the same person signs in again', [{ phase: 'signedOut', reason: 'user', logoutPending: false }, sessionOf(amina)]],
  ] as const satisfies readonly (readonly [string, readonly SessionStatus[]])[])(
    'nobody hears of it once %s while it is under way',
    { tags: ['D-20'] },
    async (_what, sessions) => {
      const arrive = later(200, null);
      const screen = await render(<RemovePasskey />);
      const asked = act.run('Key');
      await expect.element(screen.getByText('pending', { exact: true })).toBeVisible();
      for (const session of sessions) hubStatus.set({ ...hubStatus.get(), session });
      arrive();
      expect(await asked).toBe(false);
      await expect.element(screen.getByText('idle', { exact: true })).toBeVisible();
      expect([done.mock.calls, failed.mock.calls]).toEqual([[], []]);
    },
  );

  it('of several steps none is taken once somebody else is in, or another tenant', { tags: ['D-20', 'C-59'] }, async () => {
    let goOn = (): void => undefined;
    function Release() {
      const mine = useAct<string, unknown>({
        route: 'now',
        send: async (reason, send) => {
          await new Promise<void>((resolve) => (goOn = resolve));
          return send('changeKillSwitch', { body: { active: false, version: 3, reason } });
        },
      });
      useGiven(mine);
      return <p>{mine.state.at}</p>;
    }
    network.mockImplementation(answers(200, null));
    const screen = await render(<Release />);
    const asked = act.run('The pump runs again.');
    await expect.element(screen.getByText('pending', { exact: true })).toBeVisible();
    for (const session of [{ phase: 'starting' }, sessionOf({ ...amina, tenantId: 'kampala' })] as const)
      hubStatus.set({ ...hubStatus.get(), session });
    goOn();
    expect(await asked).toBe(false);
    expect(network).not.toHaveBeenCalled();
  });

  it('without a session its end is heard, also if the page learns meanwhile who is signed in', { tags: ['D-20'] }, async () => {
    hubStatus.set(unknownStatus);
    const arrive = later(200, null);
    await render(<RemovePasskey />);
    const asked = act.run('Key');
    hubStatus.set({ ...unknownStatus, session: sessionOf(amina) });
    await vi.waitFor(() => expect(network).toHaveBeenCalledOnce());
    arrive();
    expect(await asked).toBe(true);
  });

  it('the re-authentication that is asked in between repeats it under its key; not given, nothing was done and the key is gone', {
    tags: ['G-25'],
  }, async () => {
    function Remove() {
      const mine = useAct<string, null>({ route: 'now', send: (_value, send) => send(factorEndpoints.removeTotp) });
      useGiven(mine);
      return <p>{`${mine.state.at} ${mine.problem?.code ?? '-'}`}</p>;
    }
    network.mockImplementation(refuses(403, 'proof_required'));
    const screen = await render(<Remove />);
    const first = act.run('totp');
    await vi.waitFor(() => expect(proofQuestion.get()).toBe(true));
    proofQuestion.end('not_proved');
    expect(await first).toBe(false);
    await expect.element(screen.getByText('refused cancelled')).toBeVisible();
    const second = act.run('totp');
    await vi.waitFor(() => expect(proofQuestion.get()).toBe(true));
    network.mockImplementation(answers(200, null));
    proofQuestion.end('proved');
    expect(await second).toBe(true);
    expect(keysSent()).toBe('ABB');
  });
});

it('a command is kept on this device and says what it waits for; one that the disk did not take is refused', {
  tags: ['D-24'],
}, async () => {
  const enqueue = vi.spyOn(hub, 'enqueue').mockResolvedValue({ ok: true, value: null } satisfies Result<null>);
  const told = vi.fn();
  function Acknowledge() {
    const mine = useAct<string>({
      route: 'outbox',
      commands: (incidentId) => [{ kind: 'acknowledge', incidentId }],
      done: ({ waits }) => void told(waits),
    });
    useGiven(mine);
    const { state, problem } = mine;
    return <p>{`${state.at} ${state.at === 'kept' ? (state.waits ?? 'nothing') : (problem?.message ?? '-')}`}</p>;
  }
  const screen = await render(<Acknowledge />);
  hubStatus.set({ ...hubStatus.get(), connection: { ...connected, state: 'connected' } });
  expect(await act.run('INC-1')).toBe(true);
  await expect.element(screen.getByText('kept nothing')).toBeVisible();
  hubStatus.set({ ...hubStatus.get(), connection: unknownStatus.connection });
  expect(await act.run('INC-1')).toBe(true);
  await expect.element(screen.getByText(/^kept The platform cannot be reached right now/)).toBeVisible();
  expect(told.mock.calls).toEqual([[null], [expect.stringMatching(/^The platform cannot be reached/)]]);
  expect(enqueue.mock.calls).toEqual([[[{ kind: 'acknowledge', incidentId: 'INC-1' }]], [[{ kind: 'acknowledge', incidentId: 'INC-1' }]]]);
  enqueue.mockResolvedValue({ ok: false, problem: { code: 'storage', message: 'No space left.', retry: false, cause: 'full' } });
  expect(await act.run('INC-1')).toBe(false);
  await expect.element(screen.getByText('refused No space left.')).toBeVisible();
  expect(network).not.toHaveBeenCalled();
});

it('requests of one screen share their keys: the same again keeps its key, whichever dialog asks, until another is sent', {
  tags: ['D-24'],
}, async () => {
  network.mockImplementation(gone);
  let send: ReturnType<typeof useSend> | undefined;
  function Screen() {
    const mine = useSend();
    useEffect(() => {
      send = mine;
    });
    return null;
  }
  await render(<Screen />);
  const remove = () => send?.(adminUserEndpoints.deactivateUser, { params: { id: 'usr-1' }, query: { version: 2 } });
  await remove();
  await remove();
  await send?.(adminUserEndpoints.deactivateUser, { params: { id: 'usr-1' }, query: { version: 3 } });
  await remove();
  expect(keysSent()).toBe('AABC');
});
