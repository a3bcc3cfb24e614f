import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointOf } from '../../src/contracts/endpoints.ts';
import { realtimeEventSchema } from '../../src/contracts/realtime/event.ts';
import { z } from '../../src/contracts/zod.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../../server/testing/platform.ts';
import { writeTransaction } from '../../server/realtime/log.ts';
import { type Documented, documented, event } from './documents.ts';
import { exampleOf, list, placesOf, readAs, type Shape } from './shape.ts';

let test: TestPlatform;
let admin: TestClient;
let names: Readonly<Record<string, string>>;

beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  admin = await test.signIn('admin@ukweli.example');
  const { packId } = (await admin.get('/api/evidence')).json().packs[0];
  const [{ name: file }] = (await admin.get(`/api/evidence/${packId}/manifest`)).json().files;
  const [{ portfolioId }] = (await admin.get('/api/pcaf/analytics/portfolios')).json().portfolios;
  names = { packId, file, portfolioId };
});
afterAll(() => test.close());

const named = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '');

async function answerOf({ call, path, body }: Documented): Promise<unknown> {
  const { method } = endpointOf(call);
  const sent = body === undefined || body === null ? undefined : JSON.parse(named(JSON.stringify(body)));
  const { status, body: text, json } = await admin.call(method, named(path), sent);
  expect(status, text).toBe(200);
  return json();
}

describe('the embedded platform’s answers', {
  tags: ['C-1', 'C-38', 'C-40', 'C-41', 'C-42', 'C-43', 'C-44', 'C-45', 'C-46', 'C-47', 'C-48', 'C-49'],
}, () => {
  for (const shape of documented)
    it(`have every documented field of ${shape.title}, of the documented type`, { tags: ['T-3', 'D-58', ...shape.tags] }, async () => {
      const found = shape.within(await answerOf(shape));
      const listed: Shape = Array.isArray(found) ? list(shape.shape) : shape.shape;
      const { faults, seen } = readAs(listed, found);
      expect(faults).toEqual([]);
      // A list without rows would prove nothing about its fields.
      expect(placesOf(listed).filter((place) => !seen.has(place))).toEqual([]);
    });

  it('the session that signing in answers with is the documents’', { tags: ['T-3', 'C-38'] }, async () => {
    const session = documented.find(({ title }) => title === 'a session');
    const { status, json } = await test.anonymous().post('/api/auth/login', { email: 'admin@ukweli.example', password: 'Ukweli-2026!' });
    expect(status).toBe(200);
    expect(session === undefined ? null : readAs(session.shape, json()).faults).toEqual([]);
  });

  it('every event in the log of a day has the documented fields, and a place besides', { tags: ['T-3', 'C-39'] }, async () => {
    await writeTransaction(test.platform, 'demo', async (_trx, emit) => {
      emit({
        type: 'pipeline.stage',
        resourceId: 'outbox_pump',
        version: 3,
        data: exampleOf(event) as Record<string, unknown>,
        correlationId: 'c-1',
      });
    });
    const polled = await admin.get('/api/poll/pipeline?since=0');
    const events: Record<string, unknown>[] = polled.json();
    expect(events.length).toBeGreaterThan(0);
    expect(readAs(list(event), events).faults).toEqual([]);
    for (const each of events) {
      expect(z.safeParse(realtimeEventSchema, each).success).toBe(true);
      expect([each['seq'], each['prev']].every(Number.isSafeInteger)).toBe(true);
    }
  });
});

describe('what is ours', () => {
  /** Fields beyond the documents, by shape: our own platform always sends them, because the console's checks need them. */
  const additions: readonly (readonly [title: string, row: string, fields: readonly string[]])[] = [
    ['KPIs', '', ['version']],
    ['refinance portfolios', 'portfolios', ['version', 'currency', 'covenant', 'siteCodes']],
    ['health', 'components', ['version']],
    ['pipeline', 'stages', ['version']],
    ['dead letters', 'items', ['version']],
    ['a verification', '', ['version', 'chainIndex', 'seal', 'siteName', 'automated']],
    [
      'a PCAF report',
      '',
      ['kind', 'tenantId', 'tenantName', 'generatedBy', 'period', 'basis', 'currency', 'totalFinancedAvoidedEmissions'],
    ],
    ['an ISSB report', '', ['kind', 'tenantId', 'tenantName', 'generatedBy', 'period', 'basis', 'breakdown']],
    ['avoided emissions by efficiency', '', ['dataQualityLevel']],
    ['PCAF portfolios', '', ['lastUpdated']],
    ['a PCAF portfolio', '', ['portfolioId', 'portfolioType', 'currency', 'lastUpdated']],
    ['an agent', '', ['version']],
    ['an override', '', ['version', 'predictionId', 'subject', 'requestedBy', 'requestedByName']],
    ['an incident', '', ['version', 'timeline']],
    ['a school', '', ['version']],
    ['payments', 'payments', ['version', 'covenant']],
    ['accounts', 'users', ['version', 'last_login_at', 'created_at', 'letters']],
    ['an activity', '', ['version', 'activityId']],
    ['the user of a session', '', ['expiresAt', 'tenantId']],
    ['signed addresses', '', ['expiresAt']],
  ];

  it.each(additions)('is always there: %s', { tags: ['T-3', 'D-58'] }, async (title, row, fields) => {
    const shape = documented.find((each) => each.title === title);
    if (shape === undefined) throw new Error(title);
    const found = shape.within(await answerOf(shape)) as Record<string, unknown> | Record<string, unknown>[];
    const rows = Array.isArray(found) ? found : row === '' ? [found] : (found[row] as Record<string, unknown>[]);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.flatMap((each) => fields.filter((field) => each[field] === undefined))).toEqual([]);
  });
});
