import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headers } from '../../src/contracts/endpoints.ts';
import { up as reduceKept } from '../db/migrations/158_kept_answers.ts';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { restoredAnswer } from './keptAnswers.ts';

let test: TestPlatform;
let operator: TestClient;
let bank: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  operator = await test.signIn('operator@ukweli.example');
  bank = await test.signIn('bank@ukweli.example');
});
afterAll(() => test.close());

const key = (name: string) => ({ [headers.idempotency]: `kept-answer-${name}` });
const note = (text: string, name: string): Promise<TestAnswer> => operator.post('/api/incidents/INC-0042/notes', { text }, key(name));
const kept = async (name: string): Promise<unknown> =>
  (
    await test.platform.db
      .selectFrom('idempotency_keys')
      .select('answer')
      .where('key', '=', `kept-answer-${name}`)
      .executeTakeFirstOrThrow()
  ).answer;

describe('of a command’s answer ids and versions are kept', { tags: ['G-20', 'A-26'] }, () => {
  it('of a note, however long it and its time line are, and sent again it is answered as before', async () => {
    const first = await note('x'.repeat(1000), 'note-0001');
    expect(first.status, first.body).toBe(200);
    expect(await kept('note-0001')).toEqual({ reduced: { id: 'INC-0042', version: first.json().incident.version } });
    expect((await note('x'.repeat(1000), 'note-0001')).json()).toEqual(first.json());
  });

  it('and once there was more, with the incident as it stands by then, the note on it once', async () => {
    const first = await note('Written first.', 'note-0002');
    const second = await note('Written second.', 'note-0003');
    const again = await note('Written first.', 'note-0002');
    expect(again.json()).toEqual(second.json());
    const { timeline } = again.json().incident;
    expect(timeline.filter(({ text }: { text: string }) => text === 'Written first.')).toHaveLength(1);
    expect(again.json().incident.version).toBeGreaterThan(first.json().incident.version);
  });

  it('of a report, which is read again as it was signed', async () => {
    const ask = () => bank.post('/api/reports/pcaf', undefined, key('report-01'));
    const first = await ask();
    expect(first.status, first.body).toBe(200);
    expect(await kept('report-01')).toEqual({ reduced: { id: first.json().reportId } });
    expect((await ask()).json()).toEqual(first.json());
  });

  it('of what is asked of an agent’s word, with what it stands at', async () => {
    const [prediction] = (await operator.get('/api/ai/overrides')).json().predictions;
    const body = {
      predictionId: prediction.predictionId,
      overrideValue: 'Something else',
      justification: 'The meter was replaced on Monday.',
    };
    const first = await operator.post('/api/ai/overrides', body, key('override-1'));
    expect(first.status, first.body).toBe(200);
    const { overrideId, version } = first.json().override;
    expect(await kept('override-1')).toEqual({ reduced: { id: overrideId, version } });
    expect((await operator.post('/api/ai/overrides', body, key('override-1'))).json()).toEqual(first.json());
  });
});

it('what builds before this one kept whole is answered whole, and is reduced by the migration, all else left as it was', {
  tags: ['G-20'],
}, async () => {
  const { db } = test.platform;
  const text = 'As an older build kept it.';
  const { incident } = (await note(text, 'older-001')).json();
  const lines = Array.from({ length: 40 }, () => incident.timeline[0]);
  const whole = { incident: { ...incident, timeline: lines, version: 3 } };
  const olds = {
    'whole-0001': whole,
    'whole-0002': { reportId: 'PCAF-2026-0001', proofFile: 'a.b.c', period: {} },
    'whole-0003': { override: { overrideId: 'OVR-1', version: 2, justification: 'x' } },
    'whole-0004': { view: { viewId: 'view-1', version: 1 } },
    'whole-0005': { promoted: [{ itemId: 'DLQ-1', version: 2 }] },
  };
  await db
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(whole) })
    .where('key', '=', 'kept-answer-older-001')
    .execute();
  expect((await note(text, 'older-001')).json()).toEqual(whole);
  for (const [name, answer] of Object.entries(olds))
    await db
      .insertInto('idempotency_keys')
      .values({
        tenant_id: 'demo',
        account_id: 'usr-demo-operator',
        key: `kept-answer-${name}`,
        request_hash: 'h',
        answer: JSON.stringify(answer),
        used_at: test.clock.now().toISOString(),
      })
      .execute();

  await reduceKept(db as never);
  expect(await kept('whole-0001')).toEqual({ reduced: { id: 'INC-0042', version: 3 } });
  expect(await kept('whole-0002')).toEqual({ reduced: { id: 'PCAF-2026-0001' } });
  expect(await kept('whole-0003')).toEqual({ reduced: { id: 'OVR-1', version: 2 } });
  expect(await kept('whole-0004')).toEqual(olds['whole-0004']);
  expect(await kept('whole-0005')).toEqual(olds['whole-0005']);
  expect((await note(text, 'older-001')).json().incident).toMatchObject({ id: 'INC-0042' });
  const { rows } = await sql<{ longest: number }>`select max(octet_length(answer::text))::int as longest from idempotency_keys`.execute(db);
  expect(rows[0]?.longest).toBeLessThan(200);
});

it('a command whose incident is gone is answered with no empty answer, which a device would take for its effect: it fails, and says what is missing', {
  tags: ['M-13', 'A-26'],
}, async () => {
  const { db, config } = test.platform;
  const again = restoredAnswer({ trx: db, tenantId: 'demo', config }, 'noteIncident', { reduced: { id: 'INC-9999', version: 1 } });
  await expect(again).rejects.toThrow('INC-9999, is gone');
});
