import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Incident, IncidentEntry } from '../../src/contracts/incident.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import { listedLinesOf } from '../entities/incidentLines.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
let operator: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  operator = await test.signIn('operator@ukweli.example');
});
afterAll(() => test.close());

/** Writes many notes on a timeline at once, in the platform's own form. */
async function noted(incidentId: string, count: number, text: (place: number) => string): Promise<void> {
  const { db } = test.platform;
  const { last } = await db
    .selectFrom('incident_entries')
    .select(({ fn }) => fn.max('place').as('last'))
    .where('tenant_id', '=', 'demo')
    .where('incident_id', '=', incidentId)
    .executeTakeFirstOrThrow();
  const at = test.clock.now().toISOString();
  const rows = Array.from({ length: count }, (_, index) => {
    const place = last + 1 + index;
    return {
      tenant_id: 'demo',
      incident_id: incidentId,
      place,
      at,
      kind: 'note' as const,
      by_name: 'Chebet Koech',
      by_id: 'usr-demo-operator',
      text: text(place),
    };
  });
  for (let from = 0; from < rows.length; from += 500)
    await db
      .insertInto('incident_entries')
      .values(rows.slice(from, from + 500))
      .execute();
}
const listed = async (id: string): Promise<Incident> => {
  const { incidents }: { incidents: Incident[] } = (await operator.get('/api/incidents')).json();
  const found = incidents.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
};
const page = async (id: string, query: string): Promise<{ entries: IncidentEntry[]; totalCount: number }> =>
  (await operator.get(`/api/incidents/${id}/timeline${query}`)).json();
const placesOf = (entries: readonly IncidentEntry[] = []) => entries.map(({ place }) => place);

describe('1,800 notes on one incident', { tags: ['G-20', 'A-26'] }, () => {
  it('are in no list: that has its newest lines, told apart by their places, and no more text than two long notes', async () => {
    const before = (await operator.get('/api/incidents')).body.length;
    await noted('INC-0042', 1800, (place) => (place > 1799 ? 'x'.repeat(1000) : `Note at ${place}.`));
    expect(placesOf((await listed('INC-0042')).timeline)).toEqual([1800, 1801]);
    await noted('INC-0042', 20, (place) => `Note at ${place}.`);
    expect(placesOf((await listed('INC-0042')).timeline)).toEqual([1812, 1813, 1814, 1815, 1816, 1817, 1818, 1819, 1820, 1821]);
    expect((await operator.get('/api/incidents')).body.length - before).toBeLessThan(2500);
  });

  it('and a note more is answered with as little', async () => {
    const answer = await operator.post(
      '/api/incidents/INC-0042/notes',
      { text: 'One more.' },
      { [headers.idempotency]: 'timeline-note-0001' },
    );
    expect(answer.status, answer.body).toBe(200);
    const { timeline } = answer.json().incident;
    expect(timeline).toHaveLength(10);
    expect(timeline.at(-1)).toMatchObject({ place: 1822, text: 'One more.' });
  });

  it('are given page by page at the incident’s own address, each line once, from the newest back to the first', async () => {
    const seen: number[] = [];
    let before = (await listed('INC-0042')).timeline?.[0]?.place ?? 0;
    while (before > 1) {
      const { entries, totalCount } = await page('INC-0042', `?before=${before}&limit=200`);
      expect(totalCount).toBe(1822);
      seen.unshift(...placesOf(entries));
      before = entries[0]?.place ?? 0;
    }
    expect(seen).toEqual(Array.from({ length: 1812 }, (_, index) => index + 1));
    expect((await page('INC-0042', '')).entries).toHaveLength(50);
    expect((await page('INC-0042', '?before=2')).entries).toMatchObject([{ place: 1, kind: 'opened' }]);
  });
});

it('how an incident ended is listed with it, however much was noted since', { tags: ['G-20', 'T-4'] }, async () => {
  await noted('INC-0041', 30, (place) => `After the end, ${place}.`);
  const { timeline = [], resolvedAt } = await listed('INC-0041');
  expect(timeline.map(({ kind, place }) => [kind, place]).slice(0, 2)).toEqual([
    ['resolved', 4],
    ['note', 25],
  ]);
  expect(timeline[0]?.at).toBe(resolvedAt);
});

it('a time line is the tenant’s own, and pages are of a length that is bounded', { tags: ['G-20', 'A-9'] }, async () => {
  const kampala = await test.signIn('operator@kampala.example');
  expect((await kampala.get('/api/incidents/INC-0042/timeline')).status).toBe(404);
  expect((await operator.get('/api/incidents/INC-9999/timeline')).status).toBe(404);
  for (const query of ['?limit=201', '?limit=0', '?before=0', '?before=2147483648', '?before=x'])
    expect((await operator.get(`/api/incidents/INC-0042/timeline${query}`)).status, query).toBe(400);
  expect((await test.anonymous().get('/api/incidents/INC-0042/timeline')).status).toBe(401);
});

it('lines are read of as many incidents as an export has, 100,000, each with its own', { tags: ['G-20'] }, async () => {
  const { platform } = test;
  const ids = Array.from({ length: 100_000 }, (_, index) => `INC-9${index}`);
  const lines = await listedLinesOf({ trx: platform.db, tenantId: 'demo' }, [...ids, 'INC-0042']);
  expect(lines.size).toBe(100_001);
  const withLines = [...lines].filter(([, held]) => held.length > 0);
  expect(withLines.map(([id, held]) => [id, new Set(held.map((one) => one.incident_id))])).toEqual([['INC-0042', new Set(['INC-0042'])]]);
});
