import Fastify from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { createBarePlatform } from '../../tests/builders/barePlatform.ts';
import { readyWithinMs, registerHealthRoutes } from './healthRoutes.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const one of opened.splice(0)) await one.close();
});

function served(answer?: () => Promise<void>) {
  const bare = createBarePlatform(answer);
  const app = Fastify();
  registerHealthRoutes(app, bare.platform);
  opened.push(app, bare.platform);
  return { app, ...bare };
}

it('a database that does not answer is away, and one that answers again is back: a line each in the log', async () => {
  let answers = false;
  let asked = (): void => undefined;
  const { app, noted } = served(async () => {
    asked();
    if (!answers) await new Promise(() => undefined);
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (let round = 0; round < 3; round += 1) {
    const heard = new Promise<void>((resolve) => void (asked = resolve));
    const answer = app.inject({ url: '/readyz' });
    await heard;
    await vi.advanceTimersByTimeAsync(readyWithinMs);
    expect((await answer).statusCode).toBe(503);
  }
  answers = true;
  for (let round = 0; round < 3; round += 1) expect((await app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ready' });
  expect(noted).toEqual(['readyz.away', 'readyz.back']);
});

it('says that it is not ready from the moment it was told to end, whatever the database says', async () => {
  const { app, platform } = served();
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  expect(await platform.metrics.text()).toMatch(/^ukweli_draining 0$/m);
  platform.drain();
  expect(await platform.metrics.text()).toMatch(/^ukweli_draining 1$/m);
  const answer = await app.inject({ url: '/readyz' });
  expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'unavailable']);
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
});

it('whoever asks leaves nothing waiting behind: the end of the process is held up by no question that was answered', async () => {
  const { app } = served();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (let round = 0; round < 3; round += 1) expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  expect(vi.getTimerCount()).toBe(0);
});

it('says when the process began, and the same for as long as it runs', async () => {
  const { platform, later } = served();
  const began = async (): Promise<number> => Number(/^process_start_time_seconds (.*)$/m.exec(await platform.metrics.text())?.[1]);
  const first = await began();
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThanOrEqual(platform.clock.now().getTime() / 1000);
  later(3_600_000);
  expect(await began()).toBe(first);
});

it('says how much memory the process holds, and how much its objects take', { tags: ['M-13'] }, async () => {
  const { platform } = served();
  const bytes = async (series: string): Promise<number> =>
    Number(new RegExp(`^${series} (.*)$`, 'm').exec(await platform.metrics.text())?.[1]);
  for (const series of ['process_resident_memory_bytes', 'ukweli_heap_used_bytes'])
    expect(await bytes(series)).toBeGreaterThan(1024 * 1024);
});

it('says how late the process is with what it has to do, since it was last asked', async () => {
  const { platform } = served();
  const late = async (): Promise<number> => Number(/^ukweli_event_loop_delay_p99_seconds (.*)$/m.exec(await platform.metrics.text())?.[1]);
  expect(await late()).toBeGreaterThanOrEqual(0); // also before anything was measured
  // The monitor samples with a timer of some milliseconds, so its measurement is never zero.
  await expect.poll(late).toBeGreaterThan(0.001);
});

it('says no, and why, while the machine’s clock is more than 30 s off, and is back when it agrees', { tags: ['S-6', 'F-43'] }, async () => {
  const { app, setAhead } = served();
  const asked = async (): Promise<readonly [number, string]> => {
    const answer = await app.inject({ url: '/readyz' });
    return [answer.statusCode, answer.json().error?.message ?? ''];
  };
  const said = (which: string): string =>
    `The clock of this machine is ${which} the database’s: nothing is sent here until they agree within 30 s`;
  for (const [aheadMs, status, why] of [
    [30_000, 200, ''],
    [-30_000, 200, ''],
    [30_100, 503, said('30.1 s ahead of')],
    [-600_000, 503, said('600 s behind')],
    [0, 200, ''],
  ] as const) {
    setAhead(aheadMs);
    expect([aheadMs, ...(await asked())]).toEqual([aheadMs, status, why]);
  }
  // A wrong clock is no reason to restart the process.
  setAhead(600_000);
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
});
