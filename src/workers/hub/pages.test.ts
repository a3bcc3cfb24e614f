import { expect, it, vi } from 'vitest';
import type { HubMessage, ResourceKey } from '../../contracts/rpc.ts';
import { createPages } from './pages.ts';

function setup() {
  const deaths = new Map<string, () => void>();
  const wants: string[] = [];
  const pages = createPages({
    whenLockFree: (name) => new Promise((resolve) => void deaths.set(name, resolve)),
    setTimer: (delayMs, run) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    onSubscribed: (keys) => wants.push([...keys].toSorted().join(' ')),
  });
  const open = (id: string) => {
    const told: HubMessage[] = [];
    let released = 0;
    pages.attach(
      id,
      `lock-${id}`,
      (message) => void told.push(message),
      () => {
        released += 1;
      },
    );
    return { told, released: () => released, die: () => deaths.get(`lock-${id}`)?.() };
  };
  return { pages, wants, open };
}
const notice: HubMessage = { kind: 'notice', level: 'info', title: 't', text: 'x' };
const leave: HubMessage = { kind: 'leave', reason: 'user', wiped: true };

it('wants what any page wants, once, and forgets a page that died', { tags: ['K-4'] }, async () => {
  const { pages, wants, open } = setup();
  const a = open('a');
  open('b');
  pages.subscribe('a', ['health', 'kpis']);
  pages.subscribe('b', ['health']);
  expect(wants.at(-1)).toBe('health kpis');
  a.die();
  await vi.waitFor(() => expect(wants.at(-1)).toBe('health'));
  expect(a.released()).toBe(1);
  pages.tell(notice);
  expect(a.told).toEqual([]);
  expect(pages.count()).toBe(1);
});

it('a page that attaches again keeps what it wanted, and only its newest callback is told', () => {
  const { pages, open } = setup();
  const first = open('a');
  pages.subscribe('a', ['dlq']);
  const second = open('a');
  pages.tell(notice);
  expect(first.told).toEqual([]);
  expect(first.released()).toBe(1);
  expect(second.told).toEqual([notice]);
  expect([...pages.subscribed()]).toEqual<ResourceKey[]>(['dlq']);
});

it('waits for the pages to stop, but not for a frozen one', async () => {
  vi.useFakeTimers();
  const { pages } = setup();
  let stop = () => {};
  pages.attach(
    'quick',
    'l1',
    () => new Promise<void>((resolve) => (stop = resolve)),
    () => {},
  );
  let done = false;
  const first = pages.tellAndWait(leave).then(() => {
    done = true;
  });
  await vi.advanceTimersByTimeAsync(100);
  expect(done).toBe(false);
  stop();
  await first;
  expect(done).toBe(true);
  pages.attach(
    'frozen',
    'l2',
    () => new Promise(() => {}),
    () => {},
  );
  const second = pages.tellAndWait(leave);
  await vi.advanceTimersByTimeAsync(1000);
  await second;
  vi.useRealTimers();
});

it('once all pages have stopped, the wait for those that do not is over: no timer of it is left running', { tags: ['M-13'] }, async () => {
  vi.useFakeTimers();
  const { pages, open } = setup();
  const { told } = open('a');
  await pages.tellAndWait(leave);
  expect([told, vi.getTimerCount()]).toEqual([[leave], 0]);
  vi.useRealTimers();
});

it('a page whose port is broken does not keep the others from hearing', async () => {
  const { pages, open } = setup();
  pages.attach(
    'broken',
    'l',
    () => Promise.reject(new Error('port closed')),
    () => {},
  );
  const b = open('b');
  await pages.tellAndWait(leave);
  expect(b.told).toEqual([leave]);
});

it('a page that looked at nothing goes without anybody hearing that what is looked at has changed', { tags: ['M-13'] }, async () => {
  const { pages, wants, open } = setup();
  const idle = open('idle');
  open('busy');
  pages.subscribe('busy', ['kpis']);
  idle.die();
  await vi.waitFor(() => expect(idle.released()).toBe(1));
  expect([pages.count(), wants]).toEqual([1, ['kpis']]);
});
