import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { updates } from './updateState.ts';
import { followUpdates } from './updates.ts';

/** A waiting newer version that states its build after this many milliseconds. */
const waiting = { answersAfterMs: 0, postMessage: (_message: unknown, [port]: readonly MessagePort[]) => answer(port) };
const registration = Object.assign(new EventTarget(), { waiting, installing: null, update: () => Promise.resolve() });
function answer(port: MessagePort | undefined): void {
  setTimeout(() => port?.postMessage('99991231.235959-1234567'), waiting.answersAfterMs);
}

vi.mock('../../bridge/hub/pageState.ts', () => ({ hubStatus: { get: () => ({ storeGeneration: 1 }), listen: () => undefined } }));
vi.mock('../../bridge/proof/trustedScripts.ts', () => ({ trustedScriptUrl: (path: string) => path }));
vi.mock('workbox-window', () => ({
  Workbox: class {
    register = () => Promise.resolve(registration);
  },
}));

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.stubEnv('DEV', false);
  vi.stubGlobal('document', page);
  const serviceWorker = Object.assign(new EventTarget(), { controller: {}, getRegistration: () => Promise.resolve(registration) });
  vi.stubGlobal('navigator', { serviceWorker });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

it('a newer version that was too slow to say what it is, is asked again when newer ones are looked for', {
  tags: ['G-16', 'D-30'],
}, async () => {
  waiting.answersAfterMs = 6_000;
  followUpdates();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(updates.get()).toBe('none');
  waiting.answersAfterMs = 0;
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(updates.get()).toBe('ready'));
});
