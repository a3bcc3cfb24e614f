import { focusManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPersonQueries, ReadFailed } from './queryClient.ts';

const gone = new ReadFailed({ code: 'network', message: 'The platform cannot be reached.', retry: false });
const key = ['reports', {}, {}];

/** Answers stored as on a device, and a way to wait for the first. */
function keptAnswers() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
}

const fallen = vi.fn<(cause: unknown) => void>();
beforeEach(() => {
  fallen.mockClear();
  process.on('unhandledRejection', fallen);
});
afterEach(() => void process.off('unhandledRejection', fallen));

it('gives what was kept, asks anew, and lets no refusal fall while the platform is gone', { tags: ['K-8', 'K-5'] }, async () => {
  const storage = keptAnswers();
  const before = createPersonQueries(storage, 'a build');
  await before.fetchQuery({ queryKey: key, queryFn: async () => 'as of then' });
  await expect.poll(() => storage.kept.size).toBe(1);

  const ask = vi.fn(async (): Promise<string> => Promise.reject(gone));
  const read = new QueryObserver(createPersonQueries(storage, 'a build'), { queryKey: key, queryFn: ask, staleTime: 0 });
  const leave = read.subscribe(() => undefined);
  await expect.poll(() => read.getCurrentResult().error).toBe(gone);
  expect(read.getCurrentResult().data).toBe('as of then');
  expect(ask).toHaveBeenCalledTimes(1);
  leave();
  await new Promise((resolve) => setImmediate(resolve)); // Node reports an unhandled rejection at the end of the turn
  expect(fallen).not.toHaveBeenCalled();
});

it('a device’s clock that is 80 hours or 20 years ahead takes no kept answer away', { tags: ['M-5', 'F-36'] }, async () => {
  const storage = keptAnswers();
  await createPersonQueries(storage, 'a build').fetchQuery({ queryKey: key, queryFn: async () => 'the playlist' });
  await expect.poll(() => storage.kept.size).toBe(1);
  const trueNow = Date.now;
  for (const hours of [80, 20 * 365 * 24]) {
    vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + hours * 3_600_000);
    const ask = vi.fn(async (): Promise<string> => Promise.reject(gone));
    const read = new QueryObserver(createPersonQueries(storage, 'a build'), { queryKey: key, queryFn: ask, staleTime: 0 });
    const leave = read.subscribe(() => undefined);
    await expect.poll(() => read.getCurrentResult().error).toBe(gone);
    expect(read.getCurrentResult().data).toBe('the playlist');
    leave();
    vi.restoreAllMocks();
  }
});

it('does not ask again for what is fresh', { tags: ['K-8'] }, async () => {
  const storage = keptAnswers();
  await createPersonQueries(storage, 'a build').fetchQuery({ queryKey: key, queryFn: async () => 'just now' });
  await expect.poll(() => storage.kept.size).toBe(1);
  const ask = vi.fn(async () => 'newer');
  const read = new QueryObserver(createPersonQueries(storage, 'a build'), { queryKey: key, queryFn: ask });
  const leave = read.subscribe(() => undefined);
  await expect.poll(() => read.getCurrentResult().data).toBe('just now');
  await new Promise((resolve) => setTimeout(resolve, 0)); // the turn in which it would be requested
  expect(ask).not.toHaveBeenCalled();
  leave();
});

it('asks for nothing because somebody comes back to the page, however old the answer is', { tags: ['M-13', 'C-75'] }, async () => {
  const client = createPersonQueries(keptAnswers(), 'a build');
  client.mount(); // listens to the page's focus
  const ask = vi.fn(async () => 'an answer');
  const read = new QueryObserver(client, { queryKey: key, queryFn: ask, staleTime: 0 });
  const leave = read.subscribe(() => undefined);
  await expect.poll(() => read.getCurrentResult().data).toBe('an answer');
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await new Promise((resolve) => setImmediate(resolve)); // the client notices one turn later
  expect([client.isFetching(), ask.mock.calls.length]).toEqual([0, 1]);
  leave();
  client.unmount();
  focusManager.setFocused(undefined);
});

it('an answer that came while the device’s clock was ahead is asked for anew once the clock is right, in the page that stays open and in the next one', {
  tags: ['M-5', 'F-20'],
}, async () => {
  const trueNow = Date.now;
  for (const [hours, isKept] of [3, 20 * 365 * 24].flatMap((ahead) => [[ahead, true] as const, [ahead, false] as const])) {
    const storage = keptAnswers();
    const before = createPersonQueries(storage, 'a build');
    vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + hours * 3_600_000);
    await before.fetchQuery({ queryKey: key, queryFn: async () => 'as of then' });
    await expect.poll(() => storage.kept.size).toBe(1);
    vi.restoreAllMocks();
    const client = isKept ? createPersonQueries(storage, 'a build') : before;
    const read = new QueryObserver(client, { queryKey: key, queryFn: async () => 'as of now' });
    const leave = read.subscribe(() => undefined);
    await expect.poll(() => read.getCurrentResult().data, { timeout: 2_000 }).toBe('as of now');
    leave();
  }
});
