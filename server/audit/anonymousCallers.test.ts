// Long: some thousand calls of nobody.
import { afterEach, expect, it, vi } from 'vitest';
import { auditSumLabels } from '../../src/domain/auditLabels.ts';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { createAnonymousCallers } from './anonymousCallers.ts';
import { recordLine, toAuditRecord } from './audit.ts';

/** A refused sign-in by an anonymous caller. */
const refusal = {
  tenantId: 'demo',
  action: 'session.create',
  target: 'usr-1',
  outcome: 'refused',
  correlationId: 'c',
  ip: '203.0.113.7',
} as const;
let test: TestPlatform;
afterEach(() => test.close());

const email = 'operator@ukweli.example';
const tryFrom = (ip: string, to = email) =>
  test.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: ip,
    payload: { email: to, password: 'not this one' },
    headers: { origin: test.platform.config.origin, 'content-type': 'application/json', 'x-correlation-id': `try-${ip}` },
  });
const linesOf = async (tenantId: string) =>
  (await test.platform.db.selectFrom('audit_records').selectAll().where('tenant_id', '=', tenantId).orderBy('chain_index').execute()).map(
    toAuditRecord,
  );
const sumsOf = async (tenantId: string) => (await linesOf(tenantId)).filter(({ details }) => details['times'] !== undefined);

it('four hundred refused tries are one line that tells how many, and none of them takes the record’s lock', {
  tags: ['G-12', 'A-21'],
}, async () => {
  test = await createTestPlatform();
  const before = (await linesOf('demo')).length;
  const written = vi.spyOn(test.platform.database, 'write');
  const reader = await test.signIn('admin@ukweli.example');
  const statuses = new Map<number, number>();
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  // The failures before the rate limit applies; each gets its own line, which names the account.
  for (let go = 0; go < 6; go += 1) count((await tryFrom('203.0.113.7')).statusCode);
  // Each line is written after its response.
  await expect.poll(async () => (await linesOf('demo')).length - before).toBe(6);
  const afterFailures = written.mock.calls.length;
  // The pause is long by now and the test clock stands still: all attempts are refused, within one minute.
  for (let go = 0; go < 20; go += 1) {
    for (const { statusCode } of await Promise.all(Array.from({ length: 20 }, () => tryFrom('203.0.113.7')))) count(statusCode);
    if (go % 5 === 0) expect((await reader.get('/api/kpis')).status).toBe(200);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 401: 6, 429: 400 });
  const locked = written.mock.calls.slice(afterFailures).map(([line]) => line);
  expect(locked.filter((line) => line === recordLine('demo'))).toEqual([]);
  expect((await linesOf('demo')).length - before).toBe(6);

  const until = test.clock.now().toISOString();
  test.clock.advance(90_000);
  await test.platform.strangers.keep();
  await test.platform.strangers.settle();
  const lines = (await linesOf('demo')).slice(before);
  expect(lines).toHaveLength(7);
  expect(lines.at(-1)).toMatchObject({
    action: 'session.create',
    target: 'usr-demo-operator',
    outcome: 'refused',
    ip: '203.0.113.7',
    actorId: null,
    details: { why: 'rate_limited', times: 400, until },
  });
  const words = auditSumLabels(lines.at(-1) as (typeof lines)[number], (iso) => iso.slice(11, 19));
  expect(words).toMatch(/^Refused 400 times from 203\.0\.113\.7 between \d\d:\d\d:\d\d and \d\d:\d\d:\d\d$/);
  expect(await test.platform.audit.firstBroken('demo')).toBeNull();
  // Reported only once.
  await test.platform.strangers.settle('all');
  expect(await linesOf('demo')).toHaveLength(before + 7);
});

it('refusals at the door and failures beyond sixty a minute are told by number as well, each tenant’s by itself', {
  tags: ['G-12'],
}, async () => {
  test = await createTestPlatform();
  const { strangers } = test.platform;
  const nobody = (await linesOf('')).length;
  for (let call = 0; call < 100; call += 1) await test.app.inject({ method: 'POST', url: '/api/auth/refresh' });
  for (let go = 0; go < 70; go += 1)
    await strangers.note({
      tenantId: 'demo',
      action: 'session.create',
      target: `usr-${go % 2}`,
      outcome: 'failed',
      correlationId: 'c',
      ip: `198.51.100.${go}`,
    });
  await strangers.keep();
  await strangers.settle('all');
  const door = (await linesOf('')).slice(nobody);
  expect(door).toHaveLength(61);
  expect(door.at(-1)).toMatchObject({ action: 'refused.csrf', target: 'POST /api/auth/refresh', details: { times: 40 } });
  expect(await sumsOf('demo')).toMatchObject([{ outcome: 'failed', target: 'several', ip: null, details: { times: 10 } }]);
  const [several] = await sumsOf('demo');
  expect(several && auditSumLabels(several, () => 'then')).toBe('Failed 10 times from several addresses between then and then');
});

it('instances count into one sum, and one of them writes it, whoever is first', { tags: ['G-12'] }, async () => {
  test = await createTestPlatform();
  const { database, clock, audit, log } = test.platform;
  const instances = Array.from({ length: 3 }, () =>
    createAnonymousCallers({ database, clock, audit, log, onStart: () => undefined, onClose: () => undefined }),
  );
  const refusal = { tenantId: 'demo', action: 'session.create', target: 'usr-1', outcome: 'refused', correlationId: 'c' } as const;
  for (let round = 0; round < 5; round += 1) {
    for (const [index, one] of instances.entries()) for (let go = 0; go < 100; go += 1) one.sum({ ...refusal, ip: `203.0.113.${index}` });
    await Promise.all(instances.map((one) => one.keep()));
  }
  test.clock.advance(120_000);
  await Promise.all(instances.map((one) => one.settle()));
  expect(await sumsOf('demo')).toMatchObject([{ ip: null, target: 'usr-1', details: { times: 1500 } }]);
});

it('a sum is written when the flood has stopped, at the end of the platform, and after a process that was killed', {
  tags: ['G-12'],
}, async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    test = await createTestPlatform();
    const { database, clock, audit, log, db } = test.platform;
    const start = () => {
      const [starts, closes]: [(() => void)[], (() => Promise<void>)[]] = [[], []];
      const strangers = createAnonymousCallers({
        database,
        clock,
        audit,
        log,
        onStart: (work) => void starts.push(work),
        onClose: (work) => void closes.push(work),
      });
      for (const work of starts) work();
      return { strangers, close: () => Promise.all(closes.map((work) => work())) };
    };
    const times = async () => (await sumsOf('demo')).map(({ details }) => details['times']);

    const first = start();
    for (let go = 0; go < 7; go += 1) first.strangers.sum(refusal);
    vi.advanceTimersByTime(2000);
    await vi.waitFor(async () => expect(await db.selectFrom('refusal_sums').select('refusals').execute()).toEqual([{ refusals: 7 }]));
    expect(await times()).toEqual([]);
    test.clock.advance(90_000);
    vi.advanceTimersByTime(10_000);
    await vi.waitFor(async () => expect(await times()).toEqual([7]));

    for (let go = 0; go < 5; go += 1) first.strangers.sum(refusal);
    await first.close();
    expect(await times()).toEqual([7, 5]);

    // Killed after storing its sums: the next instance writes what it finds.
    const killed = start();
    for (let go = 0; go < 9; go += 1) killed.strangers.sum(refusal);
    await killed.strangers.keep();
    await start().close();
    expect(await times()).toEqual([7, 5, 9]);
  } finally {
    vi.useRealTimers();
  }
});

it('what could not be kept while the database was away is counted on', { tags: ['G-12'] }, async () => {
  test = await createTestPlatform();
  const { strangers, database } = test.platform;
  strangers.sum(refusal);
  const away = vi.spyOn(database, 'write').mockRejectedValueOnce(new Error('away'));
  await expect(strangers.keep()).rejects.toThrow('away');
  away.mockRestore();
  strangers.sum(refusal);
  await strangers.keep();
  await strangers.settle('all');
  expect(await sumsOf('demo')).toMatchObject([{ details: { times: 2 } }]);
});

it('however many strangers, addresses and aims, and however long the database is away, no more is held than one sum of each kind and minute', {
  tags: ['G-12', 'A-21'],
}, async () => {
  test = await createTestPlatform();
  const { strangers, database, db } = test.platform;
  const flood = (minutes: number) => {
    for (let go = 0; go < 2000; go += 1)
      strangers.sum({
        tenantId: go % 2 === 0 ? 'demo' : '',
        action: 'session.create',
        target: `usr-${go}`,
        outcome: 'refused',
        correlationId: `c-${go}`,
        ip: `2001:db8::${go.toString(16)}`,
        details: { why: 'rate_limited' },
      });
    test.clock.advance(minutes * 60_000);
  };
  const away = vi.spyOn(database, 'write').mockRejectedValue(new Error('away'));
  for (let minute = 0; minute < 30; minute += 1) {
    flood(1);
    await expect(strangers.keep()).rejects.toThrow('away');
  }
  away.mockRestore();
  flood(0);
  await strangers.keep();
  const rows = await db.selectFrom('refusal_sums').select(['tenant_id', 'refusals', 'target', 'ip']).orderBy('tenant_id').execute();
  expect(rows).toEqual(['', 'demo'].map((tenant_id) => ({ tenant_id, refusals: 31_000, target: null, ip: null })));
  await strangers.settle('all');
  const [line, ...more] = await sumsOf('demo');
  expect(more).toEqual([]);
  expect(Date.parse(String(line?.details['until'])) - Date.parse(String(line?.details['from']))).toBe(30 * 60_000);
});

it('a tenant whose record cannot be written keeps its sums, and keeps no other tenant from its own', { tags: ['G-12'] }, async () => {
  test = await createTestPlatform();
  const { strangers, database } = test.platform;
  for (const tenantId of ['', 'demo', 'kampala'])
    strangers.sum({ tenantId, action: 'session.create', target: 'usr-1', outcome: 'refused', correlationId: 'c', ip: '203.0.113.7' });
  await strangers.keep();
  const write = database.write.bind(database);
  const stuck = vi
    .spyOn(database, 'write')
    .mockImplementation((line, work) => (line === recordLine('demo') ? Promise.reject(new Error('stuck')) : write(line, work)));
  await expect(strangers.settle('all')).rejects.toThrow(AggregateError);
  stuck.mockRestore();
  expect([await sumsOf(''), await sumsOf('demo'), await sumsOf('kampala')].map(({ length }) => length)).toEqual([1, 0, 1]);
  await strangers.settle('all');
  expect(await sumsOf('demo')).toMatchObject([{ details: { times: 1 } }]);
});
