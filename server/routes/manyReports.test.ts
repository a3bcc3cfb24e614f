// Long: as many reports as a day allows.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { maxReports } from '../entities/reports.ts';
import { exportRate } from '../http/meter.ts';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
let bank: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  bank = await test.signIn('bank@ukweli.example');
});
afterAll(() => test.close());

const made = async (): Promise<number> =>
  (await test.platform.db.selectFrom('compliance_reports').select('report_id').where('generated_by_id', '=', 'usr-demo-bank').execute())
    .length;

it('as many reports within a day are made as one account may have, the next is refused in words with how long to wait, and another’s is made', {
  tags: ['G-20', 'A-26'],
}, async () => {
  const before = await made();
  for (let count = 0; count < maxReports - before; count += 1) expect((await bank.post('/api/reports/issb')).status).toBe(200);
  test.clock.advance(60_000);
  const more = await bank.post('/api/reports/pcaf');
  expect([more.status, more.json().error]).toEqual([
    429,
    {
      code: 'rate_limited',
      message: 'You have had 50 reports made within 24 hours, the maximum. They stay in the history',
      correlationId: 'test-correlation',
    },
  ]);
  expect(Number(more.headers['retry-after'])).toBeLessThanOrEqual(24 * 3600 - 60);
  expect(Number(more.headers['retry-after'])).toBeGreaterThan(23 * 3600);
  expect(await made()).toBe(maxReports);
  const admin = await test.signIn('admin@ukweli.example');
  expect((await admin.post('/api/reports/issb')).status).toBe(200);
  test.clock.advance(Number(more.headers['retry-after']) * 1000);
  const later = await test.signIn('bank@ukweli.example');
  expect((await later.post('/api/reports/issb')).status).toBe(200);
});

it('files of tables are made until the bucket is empty, and then one a minute', { tags: ['G-20', 'A-26'] }, async () => {
  const client = await test.signIn('bank@ukweli.example');
  const ask = (): Promise<TestAnswer> =>
    client.post('/api/exports', { exportType: 'rbf_payments', format: 'csv', filter: { status: 'paid', search: 'nothing that is there' } });
  for (let count = 0; count < exportRate.burst; count += 1) expect((await ask()).status, `file ${count}`).toBe(200);
  const more = await ask();
  expect([more.status, more.json().error.message, more.headers['retry-after']]).toEqual([
    429,
    'You have exported many files. Try again in a minute',
    '60',
  ]);
  test.clock.advance(60_000);
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
});
