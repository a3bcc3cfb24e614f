import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Incident } from '../../src/contracts/incident.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import { readEvents } from '../realtime/head.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
let operator: TestClient;
let bank: TestClient;
let keys = 0;

beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  operator = await test.signIn('operator@ukweli.example');
  bank = await test.signIn('bank@ukweli.example');
});
afterAll(() => test.close());

const newKey = (): string => `incident-key-${String((keys += 1)).padStart(6, '0')}`;
const act = (id: string, what: string, body: object, client = operator, key = newKey()): Promise<TestAnswer> =>
  client.post(`/api/incidents/${id}/${what}`, body, { [headers.idempotency]: key });
const list = async (client = operator): Promise<Incident[]> => (await client.get('/api/incidents')).json().incidents;
const one = async (id: string): Promise<Incident> => {
  const found = (await list()).find((incident) => incident.id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
};

describe('GET /api/incidents', () => {
  it('has the seeded incidents with runbook, services and a timeline from opening to end', { tags: ['C-37', 'C-47'] }, async () => {
    const [open, ...others] = await list();
    expect(open).toMatchObject({
      id: 'INC-0042',
      affectedServices: ['decision_service'],
      runbookUrl: expect.stringContaining('runbook=queue-lag'),
    });
    expect(open?.timeline?.map(({ kind }) => kind)).toEqual(['opened']);
    for (const incident of others) {
      expect(incident.timeline?.map(({ kind }) => kind)).toEqual(['opened', 'acknowledged', 'note', 'resolved']);
      expect(incident.timeline?.at(0)?.at).toBe(incident.createdAt);
      expect(incident.timeline?.at(-1)?.at).toBe(incident.resolvedAt);
      expect(incident.acknowledgedAt).toBe(incident.timeline?.at(1)?.at);
    }
  });
});

describe('what people do about an incident', () => {
  it('is raised by a person with a reason: on the time line, told, on record, and never lowered', { tags: ['T-5', 'D-27'] }, async () => {
    const asked = { severity: 'sev1', note: '  Nothing gets through.  ' };
    const raised = await act('INC-0042', 'severity', asked, operator, 'raised-once-000001');
    expect(raised.status, raised.body).toBe(200);
    expect(raised.json().incident).toMatchObject({ severity: 'sev1', version: 2 });
    // A repeat with the same key takes effect once.
    expect((await act('INC-0042', 'severity', asked, operator, 'raised-once-000001')).json()).toEqual(raised.json());
    expect((await one('INC-0042')).timeline?.at(-1)).toMatchObject({
      kind: 'note',
      by: 'Chebet Koech',
      text: 'Nothing gets through.',
      severity: 'sev1',
    });
    const notices = (await operator.get('/api/notifications')).json().notifications;
    expect(notices).toContainEqual(expect.objectContaining({ body: 'Raised to SEV1 by Chebet Koech (usr-demo-operator)' }));
    for (const severity of ['sev1', 'sev3']) {
      const refused = await act('INC-0042', 'severity', { severity, note: 'No.' });
      expect([refused.status, refused.json().error.message]).toEqual([409, 'INC-0042 is SEV1 already']);
    }
    expect((await act('INC-0042', 'severity', { severity: 'sev1', note: ' ' })).status).toBe(400);
    expect((await act('INC-0042', 'severity', asked, await test.signIn('auditor@ukweli.example'))).status).toBe(403);
    const record = await test.platform.db.selectFrom('audit_records').selectAll().where('action', '=', 'incident.raise').execute();
    expect(record.find(({ outcome }) => outcome === 'done')).toMatchObject({
      target: 'INC-0042',
      actor_name: 'Chebet Koech',
      details: { severity: 'sev1', text: 'Nothing gets through.' },
    });
    await behindTheRules(test.platform.db, async (db) => {
      await db.updateTable('incidents').set({ severity: 'sev2', version: 1 }).where('incident_id', '=', 'INC-0042').execute();
      await db.deleteFrom('incident_entries').where('incident_id', '=', 'INC-0042').where('severity', 'is not', null).execute();
    });
  });

  it('is written on its timeline, told to consoles, and refused where another was first', { tags: ['C-37'] }, async () => {
    const head = await test.platform.db.selectFrom('event_heads').select('seq').where('tenant_id', '=', 'demo').executeTakeFirstOrThrow();
    const taken = await act('INC-0042', 'acknowledge', {});
    expect(taken.status, taken.body).toBe(200);
    expect(taken.json().incident).toMatchObject({ acknowledgedBy: 'Chebet Koech', version: 2 });
    const late = await act('INC-0042', 'acknowledge', {}, bank);
    expect([late.status, late.json().error.message]).toEqual([
      409,
      'INC-0042 was acknowledged by Chebet Koech (usr-demo-operator) already',
    ]);

    expect((await act('INC-0042', 'notes', { text: '  Two workers added.  ' }, bank)).status).toBe(200);
    expect((await act('INC-0042', 'resolve', { note: 'The queue is worked off.', despite: 'It drains.' })).status).toBe(200);
    const after = await one('INC-0042');
    expect(after.resolvedAt).toBeDefined();
    expect(after.timeline?.map(({ kind, by, text }) => [kind, by, text])).toEqual([
      ['opened', '', ''],
      ['acknowledged', 'Chebet Koech', ''],
      ['note', 'Otieno Odhiambo', 'Two workers added.'],
      ['resolved', 'Chebet Koech', 'The queue is worked off.'],
    ]);
    const again = await act('INC-0042', 'resolve', { note: 'Once more.' }, bank);
    expect([again.status, again.json().error.message]).toEqual([409, 'INC-0042 is resolved already']);
    expect((await act('INC-0042', 'notes', { text: 'Learnt: add workers earlier.' })).status).toBe(200);
    const told = await readEvents(test.platform.db, 'demo', { after: head.seq, upTo: 1e9, topics: ['system'], limit: 100 });
    expect(told.filter(({ frame }) => JSON.parse(frame).resourceId === 'incidents')).toHaveLength(4);
  });

  it('takes effect once however often it is sent, and stands on record', { tags: ['F-24', 'D-27'] }, async () => {
    const key = newKey();
    const [first, second] = [
      await act('INC-0041', 'notes', { text: 'Once.' }, bank, key),
      await act('INC-0041', 'notes', { text: 'Once.' }, bank, key),
    ];
    expect(second.json()).toEqual(first.json());
    expect((await one('INC-0041')).timeline?.filter(({ text }) => text === 'Once.')).toHaveLength(1);
    const records = await test.platform.db.selectFrom('audit_records').selectAll().where('action', 'like', 'incident.%').execute();
    expect(new Set(records.map(({ action, outcome }) => `${action} ${outcome}`))).toEqual(
      new Set([
        'incident.acknowledge done',
        'incident.acknowledge refused',
        'incident.note done',
        'incident.raise done',
        'incident.raise refused',
        'incident.resolve done',
        'incident.resolve refused',
      ]),
    );
  });

  it('is for those who handle incidents, of their own tenant, with words', { tags: ['C-72', 'A-9'] }, async () => {
    expect((await act('INC-0041', 'notes', { text: 'x' }, await test.signIn('auditor@ukweli.example'))).status).toBe(403);
    expect((await act('INC-0041', 'notes', { text: '   ' })).status).toBe(400);
    expect((await act('INC-0041', 'notes', { text: 'x'.repeat(1001) })).status).toBe(400);
    const kampala = await test.signIn('operator@kampala.example');
    expect((await act('INC-0041', 'notes', { text: 'Not mine' }, kampala)).status).toBe(404);
    expect((await list(kampala)).map(({ id }) => id)).toEqual(['KIN-0008']);
  });

  it('lets one of two who acknowledge at once have it', { tags: ['A-14'] }, async () => {
    const kampala = await test.signIn('operator@kampala.example');
    const other = await test.signIn('operator@kampala.example');
    const answers = await Promise.all([act('KIN-0008', 'acknowledge', {}, kampala), act('KIN-0008', 'acknowledge', {}, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a long list', () => {
  it('leaves out no incident that is open, however many came and were resolved after it', { tags: ['M-11', 'C-37'] }, async () => {
    const { db } = test.platform;
    const open = (await list()).filter(({ resolvedAt }) => resolvedAt === null);
    const [old] = (await list()).slice(-1);
    if (old === undefined) throw new Error('no incident');
    const many = 230;
    await db
      .insertInto('incidents')
      .values(
        Array.from({ length: many }, (_, place) => ({
          tenant_id: 'demo',
          incident_id: `INC-9${String(place).padStart(3, '0')}`,
          severity: 'sev3' as const,
          title: 'Over again',
          description: 'Came and went',
          runbook_url: null,
          created_at: new Date(Date.UTC(2030, 0, 1, 0, place)).toISOString(),
          resolved_at: new Date(Date.UTC(2030, 0, 1, 0, place + 1)).toISOString(),
          affected_services: '[]',
          version: 1,
        })),
      )
      .execute();
    // The oldest incident is unresolved.
    await behindTheRules(db, (trx) =>
      trx.updateTable('incidents').set({ resolved_at: null }).where('tenant_id', '=', 'demo').where('incident_id', '=', old.id).execute(),
    );
    const { incidents, totalCount } = (await operator.get('/api/incidents')).json();
    const ids = incidents.map(({ id }: Incident) => id);
    for (const id of [old.id, ...open.map((incident) => incident.id)]) expect(ids).toContain(id);
    expect(ids).toContain(`INC-9${many - 1}`);
    expect(ids.length).toBeLessThan(totalCount);
  });

  it('tells how an old one ended when it ends, instead of leaving it out without a word', { tags: ['M-11', 'C-37'] }, async () => {
    const old = (await list()).findLast(({ resolvedAt }) => resolvedAt === undefined);
    if (old === undefined) throw new Error('no open incident');
    // All later incidents ended before it.
    const at = new Date(Date.parse(old.createdAt) + 60_000).toISOString();
    const longAgo = { created_at: at, resolved_at: at };
    await behindTheRules(test.platform.db, (db) =>
      db.updateTable('incidents').set(longAgo).where('incident_id', 'like', 'INC-9%').execute(),
    );
    expect((await act(old.id, 'resolve', { note: 'The line was repaired.' })).status).toBe(200);
    expect((await one(old.id)).timeline?.at(-1)).toMatchObject({ kind: 'resolved', text: 'The line was repaired.' });
  });
});

describe('what a person has written', () => {
  it('is taken whatever signs are in it: half of one, or a zero, that no database holds, would be sent for ever and hold up what was decided after it', {
    tags: ['M-3', 'F-24'],
  }, async () => {
    for (const [text, kept] of [
      ['Half a sign \ud83d, cut off.', 'Half a sign \ufffd, cut off.'],
      ['A zero \u0000 in it.', 'A zero \ufffd in it.'],
    ] as const) {
      const key = newKey();
      const first = await act('INC-0040', 'notes', { text }, operator, key);
      expect(first.status, first.body).toBe(200);
      expect((await one('INC-0040')).timeline?.filter((entry) => entry.text === kept)).toHaveLength(1);
      expect((await act('INC-0040', 'notes', { text }, operator, key)).json()).toEqual(first.json());
    }
    expect(await test.platform.audit.firstBroken('demo')).toBeNull();
  });
});
