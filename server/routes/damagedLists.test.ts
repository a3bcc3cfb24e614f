import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/contracts/endpoint.ts';
import { endpoints, type EndpointId } from '../../src/contracts/endpoints.ts';
import { decodeLeftOut, leftOutHeader } from '../../src/contracts/leftOut.ts';
import { strayLinks } from '../../src/contracts/strayLinks.ts';
import { z } from '../../src/contracts/zod.ts';
import type { Database } from '../db/schema.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
let admin: TestClient;

beforeAll(async () => {
  // As in production: an answer that does not fit its schema is filtered instead of failing the test.
  test = await createTestPlatform({ seeded: true, config: { checkAnswers: false } });
  admin = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

/** A row written by an older release or at a prompt: the call and list that contain it, its name there, and the fault. */
interface Damage {
  readonly call: EndpointId;
  readonly list: string;
  readonly table: keyof Database;
  readonly key: string;
  readonly set: string;
  readonly why: string;
}
const damages: readonly Damage[] = [
  { call: 'activity', list: 'activities', table: 'activities', key: 'activity_id', set: `link = 'javascript:alert(1)'`, why: 'link link' },
  { call: 'activity', list: 'activities', table: 'activities', key: 'activity_id', set: `link = e'/\\t/evil.example'`, why: 'link link' },
  { call: 'activity', list: 'activities', table: 'activities', key: 'activity_id', set: `text = repeat('x', 4001)`, why: 'text too_big' },
  {
    call: 'notifications',
    list: 'notifications',
    table: 'notifications',
    key: 'notification_id',
    set: `link = '//evil.example'`,
    why: 'link link',
  },
  { call: 'incidents', list: 'incidents', table: 'incidents', key: 'incident_id', set: `runbook_url = 'http://['`, why: 'runbookUrl link' },
  {
    call: 'incidents',
    list: 'incidents',
    table: 'incidents',
    key: 'incident_id',
    set: `runbook_url = 'javascript:alert(1)'`,
    why: 'runbookUrl link',
  },
  {
    call: 'incidents',
    list: 'incidents',
    table: 'incidents',
    key: 'incident_id',
    set: `affected_services = '[7]'`,
    why: 'affectedServices.0 invalid_type',
  },
  { call: 'health', list: 'components', table: 'health_components', key: 'name', set: `name = 'message_queue'`, why: 'name invalid_value' },
  { call: 'pipeline', list: 'stages', table: 'pipeline_stages', key: 'name', set: `name = 'archive'`, why: 'name invalid_value' },
  {
    call: 'dlq',
    list: 'items',
    table: 'dead_letters',
    key: 'item_id',
    set: `error_message = repeat('x', 4001)`,
    why: 'errorMessage too_big',
  },
  { call: 'dlq', list: 'items', table: 'dead_letters', key: 'item_id', set: `item_id = 'DLQ 1'`, why: 'itemId invalid_format' },
  { call: 'aiAgents', list: 'agents', table: 'ai_agents', key: 'agent_id', set: `agent_id = 'an agent'`, why: 'agentId invalid_format' },
  {
    call: 'aiOverrides',
    list: 'predictions',
    table: 'ai_predictions',
    key: 'prediction_id',
    set: `prediction_id = 'PRD 1'`,
    why: 'predictionId invalid_format',
  },
  { call: 'aiTrail', list: 'acts', table: 'ai_acts', key: 'act_id', set: `reason = repeat('x', 4001)`, why: 'reason too_big' },
  { call: 'schools', list: 'schools', table: 'schools', key: 'school_id', set: `school_id = 'KE NKR'`, why: 'schoolId invalid_format' },
  { call: 'evidence', list: 'packs', table: 'evidence_packs', key: 'pack_id', set: `pack_id = 'EP 1'`, why: 'packId invalid_format' },
  { call: 'activity', list: 'activities', table: 'activities', key: 'activity_id', set: `at = 'infinity'`, why: 'time invalid_format' },
  {
    call: 'incidents',
    list: 'incidents',
    table: 'incidents',
    key: 'incident_id',
    set: `created_at = '0044-01-01 BC'`,
    why: 'createdAt invalid_format',
  },
  { call: 'dlq', list: 'items', table: 'dead_letters', key: 'item_id', set: `failed_at = '20000-01-01'`, why: 'failedAt invalid_format' },
];

/** Damages one or all listed rows, runs `look`, and restores the table. */
async function damaged(
  { table, key, set }: Pick<Damage, 'table' | 'key' | 'set'>,
  which: 'one' | 'all',
  look: () => Promise<void>,
): Promise<void> {
  const { db } = test.platform;
  const [held, copy] = [sql.table(table), sql.table(`g14_${table}`)];
  const newest = sql`and ${sql.ref(key)} = (select max(${sql.ref(key)}) from ${held} where tenant_id = 'demo')`;
  await behindTheRules(db, async (trx) => {
    await sql`create table ${copy} as select * from ${held}`.execute(trx);
    await sql`update ${held} set ${sql.raw(set)} where tenant_id = 'demo' ${which === 'one' ? newest : sql``}`.execute(trx);
  });
  try {
    await look();
  } finally {
    await behindTheRules(db, async (trx) => {
      await sql`delete from ${held}`.execute(trx);
      await sql`insert into ${held} select * from ${copy}`.execute(trx);
      await sql`drop table ${copy}`.execute(trx);
    });
  }
}

describe('a row that its own schema refuses', { tags: ['G-14'] }, () => {
  it.each(damages)(
    'of $call with $set is left out, told and counted, and the others are served',
    { tags: ['G-14', 'A-12'] },
    async (damage) => {
      const { call, list, why } = damage;
      const { path, answer: schema }: Endpoint = endpoints[call];
      const before = (await admin.get(path)).json();
      await damaged(damage, 'one', async () => {
        const answer = await admin.get(path);
        expect(answer.status).toBe(200);
        const body = answer.json();
        expect(z.safeParse(schema, body).error?.issues ?? []).toEqual([]);
        expect(strayLinks(schema, body)).toEqual([]);
        expect(body[list]).toHaveLength(before[list].length - 1);
        const names = decodeLeftOut(String(answer.headers[leftOutHeader.toLowerCase()]));
        // A school's financing is left out with it.
        expect(names).toHaveLength(call === 'schools' ? 2 : 1);
        const [name] = names;
        expect(JSON.stringify(body[list])).not.toContain(`"${name}"`);
        // Logged once however often it is read: the row and the fault, but no values.
        await admin.get(path);
        const lines = test.logged.filter(
          (line) => line.includes('answer.row_left_out') && line.includes(why) && line.includes(`"${name}"`),
        );
        expect(lines).toHaveLength(1);
        expect(lines[0]).not.toMatch(/alert|evil|xxxx/);
        expect(await test.platform.metrics.text()).toMatch(new RegExp(`ukweli_rows_left_out_total\\{route="${path}"\\} [1-9]`));
      });
      expect((await admin.get(path)).headers[leftOutHeader.toLowerCase()]).toBeUndefined();
    },
  );

  it('nothing is served where nothing is left of a list, nor of what is one figure: a problem that says so, counted and logged', {
    tags: ['G-14', 'C-64'],
  }, async () => {
    for (const { path, ...damage } of [
      { path: '/api/activity', table: 'activities', key: 'activity_id', set: `link = 'javascript:alert(1)'` },
      { path: '/api/kpis', table: 'kpis', key: 'tenant_id', set: `body = jsonb_set(body, '{automationRate,status}', '"splendid"')` },
    ] as const) {
      await damaged(damage, 'all', async () => {
        const answer = await admin.get(path);
        expect([answer.status, answer.json().error.code]).toEqual([500, 'internal']);
        expect(answer.json().error.message).toMatch(/damaged and was not sent/);
        expect(answer.body).not.toMatch(/alert|splendid/);
        expect(await test.platform.metrics.text()).toContain(`ukweli_answers_withheld_total{route="${path}"} 1`);
        expect(test.logged.filter((line) => line.includes('answer.withheld') && line.includes(path))).toHaveLength(1);
      });
      expect((await admin.get(path)).status).toBe(200);
    }
  });

  it('figures that are damaged take no other figure’s history along', { tags: ['G-14', 'A-12'] }, async () => {
    const points = async () => (await admin.get('/api/series?window=24h&metric=component.database.p95')).json().series[0].points;
    const before = await points();
    await damaged({ table: 'kpis', key: 'tenant_id', set: `body = '{"verificationAccuracy": 7}'` }, 'all', async () => {
      expect((await admin.get('/api/kpis')).status).toBe(500);
      expect(await points()).toEqual(before);
    });
  });

  it('a line of an incident’s history that is none takes the incident along neither: it alone is left out', {
    tags: ['G-14', 'C-37'],
  }, async () => {
    const incidents = (await admin.get('/api/incidents')).json().incidents as { id: string; timeline: { place: number }[] }[];
    const long = incidents.find(({ timeline }) => timeline.length > 1);
    if (long === undefined) throw new Error('no incident with a history');
    const [first] = long.timeline;
    const set = `by_id = case when incident_id = '${long.id}' and place = ${first?.place} then 'an account' else by_id end`;
    await damaged({ table: 'incident_entries', key: 'incident_id', set }, 'all', async () => {
      const answer = await admin.get('/api/incidents');
      const left = (answer.json().incidents as typeof incidents).find(({ id }) => id === long.id);
      expect(left?.timeline).toEqual(long.timeline.slice(1));
      expect(answer.json().incidents).toHaveLength(incidents.length);
      expect(answer.headers[leftOutHeader.toLowerCase()]).toBe('row 1 of timeline');
    });
  });

  it('a key of the set that is none, or a report that nobody can read, takes no other along, nor what walls are told of signatures', {
    tags: ['G-14', 'G-17', 'A-12'],
  }, async () => {
    const { db } = test.platform;
    const left = async (path: string) => {
      const { status, headers } = await admin.get(path);
      return [status, headers[leftOutHeader.toLowerCase()]];
    };
    const { kid } = await db
      .selectFrom('signing_keys')
      .select('kid')
      .where('state', '<>', 'withdrawn')
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirstOrThrow();
    const { report_id: reportId } = await db
      .selectFrom('compliance_reports')
      .select('report_id')
      .where('tenant_id', '=', 'demo')
      .limit(1)
      .executeTakeFirstOrThrow();
    await behindTheRules(db, async (trx) => {
      await sql`create table g14_keys as select * from signing_keys`.execute(trx);
      await sql`create table g14_reports as select * from compliance_reports`.execute(trx);
      await sql`update compliance_reports set body = 'no report' where report_id = ${reportId}`.execute(trx);
    });
    try {
      expect(await left('/api/reports')).toEqual([200, reportId]);
      for (const jwk of ['7', '[7]', '{"kty": 7}', '["no key"]']) {
        await behindTheRules(db, (trx) => sql`update signing_keys set public_jwk = ${jwk}::jsonb where kid = ${kid}`.execute(trx));
        expect([jwk, await left('/api/jwks')]).toEqual([jwk, [200, kid]]);
        for (const path of ['/api/wall/payments', '/api/wall/portfolios', '/api/rbf/payments'])
          expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
      }
    } finally {
      await behindTheRules(db, async (trx) => {
        for (const [table, copy] of [
          ['signing_keys', 'g14_keys'],
          ['compliance_reports', 'g14_reports'],
        ] as const) {
          await sql`delete from ${sql.table(table)}`.execute(trx);
          await sql`insert into ${sql.table(table)} select * from ${sql.table(copy)}`.execute(trx);
          await sql`drop table ${sql.table(copy)}`.execute(trx);
        }
      });
    }
  });
});
