import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTransaction } from './realtime/log.ts';
import { createTestPlatform, type TestPlatform } from './testing/platform.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());

const text = (): Promise<string> => test.platform.metrics.text();
/** Names and labels without their values. */
const seriesOf = (body: string): string[] =>
  body
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.slice(0, line.lastIndexOf(' ')))
    .sort();

describe('what the platform counts', { timeout: 60_000 }, () => {
  it('says of every figure what it is, in base units, each kind named as its kind is', async () => {
    await writeTransaction(test.platform, 'demo', async (_trx, emit) =>
      emit({ type: 'kpis.updated', resourceId: 'one', data: {}, correlationId: 'c' }),
    );
    const body = await text();
    const kinds = [...body.matchAll(/^# HELP (\w+) \S.*\n# TYPE (\w+) (counter|gauge|histogram)$/gm)];
    expect(kinds.length).toBe(body.match(/^# TYPE /gm)?.length);
    expect(kinds.length).toBeGreaterThan(10);
    for (const [, helped, name = '', kind] of kinds) {
      expect(helped).toBe(name);
      expect([name, name.endsWith('_total')]).toEqual([name, kind === 'counter']);
      expect(name).not.toMatch(/_(ms|milliseconds|kb|mb|percent|minutes)(_|$)/);
    }
    for (const line of body.split('\n').filter((one) => one !== '' && !one.startsWith('#')))
      expect([line, Number.isFinite(Number(line.slice(line.lastIndexOf(' '))))]).toEqual([line, true]);
    const known = new Set(kinds.map(([, name]) => name));
    for (const series of seriesOf(body)) expect(known).toContain(series.replace(/\{.*/, '').replace(/_(bucket|sum|count)$/, ''));
    expect(body).toMatch(/^ukweli_events_total\{topic="kpis"\} 1$/m);
    expect(body).toMatch(/^ukweli_build_info\{build="test",database="(embedded|postgres)"\} 1$/m);
    expect(body).toMatch(/^ukweli_streams_dropped_total 0$/m);
  });

  it('has no more series after a flood of strange requests than after the first of them', async () => {
    const client = await test.signIn('admin@ukweli.example');
    const strange = async (mark: string): Promise<void> => {
      for (const method of ['GET', 'POST', 'DELETE'] as const) {
        await client.call(method, `/api/${mark}/nope?${mark}=1`);
        await client.call(method, `/${mark}.js`);
        await client.call(method, `/api/dlq/${mark}/promote`, { version: 1 }, { 'idempotency-key': `metrics-${mark}-000000` });
        await client.call(method, '/api/kpis', undefined, { 'x-tenant-id': mark, 'x-correlation-id': mark, 'user-agent': mark });
        await client.call(method, `/api/poll/${mark}`);
        await test.anonymous().call(method, '/api/auth/login', { email: `${mark}@example.org`, password: mark });
        await test.app.inject({ method, url: `/idp/authorize?client_id=${mark}&prompt=${mark}` });
      }
    };
    await strange('first');
    const before = seriesOf(await text());
    for (let round = 0; round < 8; round += 1) await strange(`mark${round}`);
    const after = seriesOf(await text());
    // Except for the rate limit on sign-in attempts, which the flood reaches.
    expect(after.filter((series) => !before.includes(series) && !/rate_limited|status="429"/.test(series))).toEqual([]);
    expect(after.join()).not.toContain('mark');
  });

  it('counts every refusal: a call without a session, a sign-in by its reason, and what the provider does not grant', async () => {
    const own = await createTestPlatform();
    const count = async (series: string): Promise<number> => {
      const body = await own.platform.metrics.text();
      return Number(
        body
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.slice(series.length) ?? 0,
      );
    };
    expect((await own.anonymous().post('/api/auth/login', { email: 'admin@ukweli.example', password: 'wrong' })).status).toBe(401);
    // An attempt is counted and recorded after its response.
    await expect.poll(() => count('ukweli_sign_ins_total{outcome="mismatch"}')).toBe(1);
    const operator = await own.signIn('operator@ukweli.example');
    expect((await operator.get('/api/displays')).status).toBe(403);
    expect((await operator.get('/api/displays')).status).toBe(403);
    expect(await count('ukweli_refusals_total{code="forbidden"}')).toBe(2);
    await own.app.inject({ url: '/idp/authorize?client_id=nobody&redirect_uri=https%3A%2F%2Felsewhere.example' });
    expect(await count('ukweli_idp_refusals_total{event="authorization.error"}')).toBe(1);
    expect(await count('process_resident_memory_bytes')).toBeGreaterThan(1024 * 1024);
    await own.close();
  });

  it('leaves streams out of the times of answers', async () => {
    const own = await createTestPlatform();
    const origin = await own.app.listen({ port: 0, host: '127.0.0.1' });
    const client = await own.signIn('admin@ukweli.example');
    const answer = await fetch(`${origin}/api/events?tenantId=demo`, { headers: { cookie: client.cookie } });
    const reader = answer.body?.getReader();
    await reader?.read();
    expect(await own.platform.metrics.text()).toMatch(/^ukweli_streams_open 1$/m);
    await own.app.close(); // ends the stream in order
    while ((await reader?.read())?.done === false);
    await expect
      .poll(() => own.platform.metrics.text())
      .toMatch(/^ukweli_http_requests_total\{method="GET",route="\/api\/events",status="200"\} 1$/m);
    expect(await own.platform.metrics.text()).not.toMatch(/_bucket\{[^}]*route="\/api\/events"/);
    await own.close();
  });
});

describe('/readyz', () => {
  it('tells the log once that the database is away, however often it is asked', async () => {
    const own = await createTestPlatform();
    await own.platform.database.close();
    for (let round = 0; round < 5; round += 1) expect((await own.app.inject({ url: '/readyz' })).statusCode).toBe(503);
    expect(own.logged.filter((line) => line.includes('readyz.away'))).toHaveLength(1);
    await own.app.close();
  });
});
