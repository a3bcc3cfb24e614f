// Long: a simulated device for each moment at which a lock may be cut short.
// Whatever is lost, interrupted or refused, in any order: nobody is signed out, nobody gets in without their secret, and no command is lost
// (issue 17, points 3 to 5).
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { brian, escrowKey } from '../../../tests/builders/fakePlatform.ts';
import { fillDisk } from '../../../tests/builders/fullDisk.ts';
import { closeDevices, endBrowser, holdClock, pass, passUntil, signedInAs, turning } from '../../../tests/builders/hubDevice.ts';
import { askLock as lockAct, startAgain } from '../../../tests/builders/lockActs.ts';

beforeEach(() => {
  holdClock();
  // Databases removed while an ended browser still has them open print warnings.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(closeDevices);

type Device = Awaited<ReturnType<typeof signedInAs>>;
type Browser = Pick<Device, 'hub' | 'api' | 'status' | 'die'>;
const secret = { kind: 'pin', pin: '48291375' } as const;
const id = 'lock-of-this-device';
const escrow = { id, keys: [escrowKey(brian.id, id)] };
const seconds = 1_000;

const acts = ['extend', 'close', 'open', 'setUp', 'takeOff', 'signIn', 'givenUpSignIn', 'nothing'] as const;
const faults = ['none', 'none', 'down', 'loses', 'late', 'keyDisk', 'another tab'] as const;
const step = fc.record({
  act: fc.constantFrom(...acts),
  fault: fc.constantFrom(...faults),
  /** Number of turns after which the browser ends; null if it does not. */
  endsAfter: fc.option(fc.integer({ min: 0, max: 80 }), { nil: null }),
  passedMs: fc.constantFrom(0, 0, 300, 12 * seconds),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
const isHere = ({ status }: Browser): boolean => status().session.phase === 'signedIn';
const isOpen = ({ status }: Browser): boolean => status().lock.state !== 'locked';

/** Brian with a key, and a command that the platform does not accept yet. */
async function begun(): Promise<Device> {
  const device = await signedInAs(brian, { bound: true });
  device.platform.replies.set('/api/incidents/INC-1/notes', {
    status: 503,
    body: { error: { code: 'unavailable', message: 'Not now.', correlationId: 'c' } },
  });
  await device.api.enqueue('decision-0000001', [{ kind: 'note', incidentId: 'INC-1', text: 'Called the site.' }]);
  return device;
}

/** One action of the user. `waiting`: a session that began behind a closed lock, whose key is only in memory. */
async function perform(device: Device, browser: Browser, act: (typeof acts)[number], other: boolean): Promise<unknown> {
  switch (act) {
    case 'extend':
      return browser.api.extendSession();
    case 'close':
      return lockAct(browser, { act: 'close' });
    case 'open':
      return lockAct(browser, { act: 'open', secret });
    case 'setUp':
      return lockAct(browser, { act: 'setUp', secret, passkey: null, escrow });
    case 'takeOff':
      return lockAct(browser, { act: 'takeOff', secret });
    case 'signIn':
    case 'givenUpSignIn': {
      const introduction = await browser.api.introduction();
      if (other) await browser.api.introduction();
      if (act === 'givenUpSignIn' || !device.platform.up) return null;
      return browser.api.signedIn(device.platform.signIn(brian, introduction));
    }
    case 'nothing':
      return null;
    default:
      return act satisfies never;
  }
}

function set({ platform, deviceKeys }: Device, fault: (typeof faults)[number]): void {
  platform.up = fault !== 'down';
  platform.loses = (path) => fault === 'loses' && path.startsWith('/api/auth/');
  platform.arrivesAfterMs = (path) => (fault === 'late' && path === '/api/auth/refresh' ? 700 : 0);
  deviceKeys.fails = fault === 'keyDisk';
}

async function walk(device: Device, steps: readonly Step[]): Promise<Browser> {
  let browser: Browser = device;
  let inMemory = false;
  for (const { act, fault, endsAfter, passedMs } of steps) {
    // A session that cannot be parked ends with the closed lock, and one whose key cannot be stored begins unbound: documented behaviour,
    // not tested here.
    const isTold = fault !== 'keyDisk' || (act !== 'close' && act !== 'signIn');
    const before = isOpen(browser);
    // The key of a session that begins behind a closed lock is only in memory until it opens: a browser that ends has lost it, and the user
    // signs in again.
    inMemory = !before && (inMemory || act === 'signIn');
    set(device, isTold ? fault : 'none');
    let isDone = false;
    const doing = perform(device, browser, act, fault === 'another tab').finally(() => (isDone = true));
    doing.catch(() => {}); // the hub never throws; the following checks show the result
    if (endsAfter !== null && !inMemory) {
      await turns(endsAfter);
      await endBrowser(browser);
      browser = await startAgain(device);
    } else {
      for (let left = 600; left > 0 && !isDone; left -= 1) await pass(left > 400 ? 0 : 200);
      expect(isDone, `${act} comes to an end`).toBe(true);
    }
    await pass(passedMs);
    if (!isOpen(browser)) {
      expect(browser.hub.sessionContext(), `nobody is in behind a closed lock: ${act}`).toBeNull();
      expect(await browser.api.lockKey()).toBeNull();
    }
  }
  set(device, 'none');
  device.platform.replies.delete('/api/incidents/INC-1/notes');
  device.platform.replies.set('/api/incidents/INC-1/notes', { body: null });
  return browser;
}

const opens = async (browser: Browser): Promise<void> => {
  if (isOpen(browser)) return;
  let answer: unknown = null;
  void lockAct(browser, { act: 'open', secret }).then((given) => (answer = given));
  await passUntil(() => answer !== null);
  expect(answer).toEqual({ ok: true, value: null });
};
const isSent = ({ platform }: Device): boolean =>
  platform.answered.some(({ path, status }) => path === '/api/incidents/INC-1/notes' && status < 300);

const plain = { fault: 'none', endsAfter: null, passedMs: 0 } as const;
/** A lock opened by a new hub to which the disk does not give the key. Thirty times as many runs found it. */
const keyUnread: Step[] = [
  { ...plain, act: 'setUp' },
  { ...plain, act: 'extend', endsAfter: 0 },
  { ...plain, act: 'extend', endsAfter: 0 },
  { ...plain, act: 'open', fault: 'keyDisk' },
];

it('whatever is cut short, lost, late or refused: in the end the person is in, by their secret where there is a lock, their session is refreshed, and what they decided is sent', {
  tags: ['G-3', 'G-4', 'G-5', 'A-24', 'D-55'],
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
        const device = await begun();
        const browser = await walk(device, steps);
        await pass(15 * seconds);
        await opens(browser);
        // A key that the lock never encrypted, because the platform was unreachable at its setup, is dropped as the lock closes: the user
        // signs in again, and nobody else has it.
        if (
          device.deviceKeys.held().held === null &&
          steps.some(({ act, fault, endsAfter }) => act === 'setUp' && (fault !== 'none' || endsAfter !== null))
        ) {
          let isIn = false;
          void perform(device, browser, 'signIn', false).finally(() => (isIn = true));
          await passUntil(() => isIn);
          await opens(browser);
        }
        await passUntil(() => isHere(browser));
        expect(browser.status().session).toMatchObject({ phase: 'signedIn' });
        let extended: unknown = null;
        void browser.api.extendSession().then((answer) => (extended = answer));
        await passUntil(() => extended !== null);
        expect(extended).toEqual({ ok: true, value: null });
        device.platform.hello();
        await passUntil(() => isSent(device));
        expect(isSent(device)).toBe(true);
      })
      .afterEach(async () => {
        await closeDevices();
        holdClock();
      }),
    { numRuns: Number(process.env['FAULT_RUNS'] ?? 12), examples: [[keyUnread]] },
  );
});

const giving = fc.record({
  fault: fc.constantFrom('none', 'down', 'loses', 'keyDisk', 'full disk', 'marks' as const),
  endsAfter: fc.option(fc.integer({ min: 0, max: 400 }), { nil: null }),
  again: fc.boolean(),
});

it('a lock that is given up, cut short anywhere or on a failing disk: nobody is in without secret or sign-in, and what was not sent is sent once its owner is back', {
  tags: ['G-3', 'A-24', 'M-3'],
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc
      .asyncProperty(giving, async ({ fault, endsAfter, again }) => {
        const device = await begun();
        let browser: Browser = device;
        expect(await turning(perform(device, browser, 'setUp', false))).toMatchObject({ ok: true });
        device.platform.openStreams().forEach((stream) => stream.fail());
        await turning(perform(device, browser, 'close', false));
        if (fault !== 'full disk' && fault !== 'marks') set(device, fault);
        const disk = fault === 'full disk' ? fillDisk('commit') : null;
        for (let go = 0; go < (again ? 2 : 1); go += 1) {
          let isDone = false;
          void lockAct(browser, { act: 'startAnew' }).then(() => (isDone = true));
          if (endsAfter !== null) {
            await turns(endsAfter);
            await endBrowser(browser);
            device.trouble.givenUp = fault === 'marks';
            browser = await startAgain(device);
          } else {
            for (let left = 600; left > 0 && !isDone; left -= 1) await pass(left > 400 ? 0 : 200);
            expect(isDone, 'it comes to an end').toBe(true);
          }
          await pass(8 * seconds);
          const { lock, session } = browser.status();
          expect(lock.state === 'locked' || session.phase === 'signedOut', 'nobody is in').toBe(true);
          expect(browser.hub.sessionContext()).toBeNull();
        }
        disk?.end();
        device.trouble.givenUp = false;
        set(device, 'none');
        device.platform.replies.set('/api/incidents/INC-1/notes', { body: null });
        await pass(65 * seconds);
        const introduction = await turning(browser.api.introduction());
        const entered = browser.api.signedIn(device.platform.signIn(brian, introduction));
        await passUntil(() => isHere(browser) && device.platform.cookie !== null);
        expect(await turning(entered)).toMatchObject({ ok: true });
        await opens(browser);
        await passUntil(() => isSent(device));
        expect(isSent(device)).toBe(true);
      })
      .afterEach(async () => {
        vi.restoreAllMocks();
        vi.spyOn(console, 'warn').mockImplementation(() => {});
        await closeDevices();
        holdClock();
      }),
    { numRuns: Number(process.env['FAULT_RUNS'] ?? 12) },
  );
});
