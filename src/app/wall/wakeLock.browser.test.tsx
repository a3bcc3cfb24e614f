import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useWakeLock } from './wallPage.ts';

/** A wake lock that `take` releases, as a browser does when the page is hidden. */
function lock() {
  const sentinel = {
    released: false,
    release: vi.fn(async () => {
      sentinel.released = true;
    }),
  };
  return sentinel;
}

function Awake() {
  useWakeLock();
  return null;
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('keeps the screen awake, asks again when the lock was taken away, and gives it back when the wall goes', {
  tags: ['K-10'],
}, async () => {
  const given: ReturnType<typeof lock>[] = [];
  const request = vi.spyOn(navigator.wakeLock, 'request').mockImplementation(async () => {
    const one = lock();
    given.push(one);
    return one as unknown as WakeLockSentinel; // the two members that the page uses
  });
  const screen = await render(<Awake />);
  await expect.poll(() => given.length).toBe(1);
  expect(request).toHaveBeenCalledWith('screen');

  // Visible again with the lock still held: no new request.
  document.dispatchEvent(new Event('visibilitychange'));
  await Promise.resolve();
  expect(given).toHaveLength(1);

  const [first] = given;
  if (first !== undefined) first.released = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => given.length).toBe(2);

  await screen.unmount();
  await expect.poll(() => given[1]?.release.mock.calls.length).toBe(1);
});

it('a browser that refuses the lock is asked again every minute', { tags: ['K-10'] }, async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const request = vi.spyOn(navigator.wakeLock, 'request').mockRejectedValue(new DOMException('low battery', 'NotAllowedError'));
  const screen = await render(<Awake />);
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(1));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(request).toHaveBeenCalledTimes(3);
  await screen.unmount();
});
