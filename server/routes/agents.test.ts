import { describe, expect, it } from 'vitest';
import type { Agent, AgreementResponse, AiAct, Override } from '../../src/contracts/agent.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import { demoProfile } from '../seed/profiles.ts';
import { createRandom } from '../seed/random.ts';
import { decidePrediction, predict } from '../simulation/acts/agents.ts';
import { createTenantDayRunner } from '../simulation/step.ts';
import type { TestAnswer, TestClient } from '../testing/platform.ts';
import { overrideReason as reason, seededStaff } from '../testing/staff.ts';

const staff = seededStaff();
const { send, queue } = staff;
const agents = async (client = staff.admin): Promise<Agent[]> => (await client.get('/api/ai/agents')).json().agents;
const trail = async (): Promise<AiAct[]> => (await staff.admin.get('/api/ai/trail')).json().acts;
const agreement = async (): Promise<AgreementResponse['agents']> => (await staff.admin.get('/api/ai/agreement')).json().agents;
const totals = (days: readonly { decided: number; agreed: number }[]) =>
  days.reduce((sum, day) => ({ decided: sum.decided + day.decided, agreed: sum.agreed + day.agreed }), { decided: 0, agreed: 0 });
const ask = async (client = staff.operator, overrideValue = 'disputed'): Promise<Override> => {
  const [free] = (await queue(client)).predictions.filter(
    ({ agentName, prediction }) => agentName === 'VerifierAgent' && prediction === 'verified',
  );
  const answer = await send('/api/ai/overrides', { predictionId: free?.predictionId, overrideValue, justification: reason }, client);
  expect(answer.status, answer.body).toBe(200);
  return answer.json().override;
};
const decide = (
  { overrideId, version }: Override,
  decision: 'approve' | 'reject',
  client: TestClient,
  note = 'Seen on site.',
): Promise<TestAnswer> => send(`/api/ai/overrides/${overrideId}/decision`, { version, decision, note }, client);
const change = ({ overrideId, version }: Override, overrideValue: string, client: TestClient): Promise<TestAnswer> =>
  send(`/api/ai/overrides/${overrideId}`, { version, overrideValue, justification: 'The readings of Tuesday are in now.' }, client);

describe('agents', () => {
  it('come with a month of agreement that is their accuracy, from rows', { tags: ['C-36', 'D-35'] }, async () => {
    const rows = await agents();
    expect(rows.map(({ name }) => name).sort()).toEqual(['ComplianceAgent', 'RiskAgent', 'VerifierAgent']);
    for (const { agentId, days } of await agreement()) {
      const { decided, agreed } = totals(days);
      const agent = rows.find((row) => row.agentId === agentId);
      expect(((agreed / decided) * 100).toFixed(1), agentId).toBe(((agent?.predictionAccuracy ?? 0) * 100).toFixed(1));
      expect(days.length).toBeGreaterThan(20);
      // Days begin at midnight in Nairobi.
      for (const { day } of days) expect(day).toMatch(/T21:00:00(\.000)?Z$/);
    }
  });

  it('are trusted as an administrator says, with a reason, on record and in the trail', { tags: ['C-36', 'D-27'] }, async () => {
    const agent = (await agents()).find(({ name }) => name === 'ComplianceAgent');
    const body = { version: agent?.version, mode: 'advisory', enabled: true, reason: 'Ninety percent agreement for a week.' };
    const path = `/api/ai/agents/${agent?.agentId}`;
    expect((await send(path, body, staff.bank)).status).toBe(403);
    expect((await send(path, { ...body, reason: 'short' }, staff.admin)).status).toBe(400);
    const changed = await send(path, body, staff.admin);
    expect(changed.json().agent).toMatchObject({ mode: 'advisory', version: (agent?.version ?? 0) + 1 });
    // A change based on the previous version is a conflict; repeating the same change is one too.
    expect((await send(path, { ...body, mode: 'active' }, staff.admin)).status).toBe(409);
    expect((await send(path, { ...body, version: 99 }, staff.admin)).status).toBe(409);
    expect((await trail())[0]).toMatchObject({
      kind: 'mode',
      agentName: 'ComplianceAgent',
      before: 'shadow',
      after: 'advisory',
      by: 'Wanjiru Kamau',
    });
    const record = await staff.test.platform.db.selectFrom('audit_records').selectAll().where('action', '=', 'ai.agent').execute();
    expect(record.map(({ outcome }) => outcome)).toEqual(['done', 'refused', 'refused']);
  });

  it('a line of the trail tells when an act that waited on a device was decided, beside its receipt; one that nobody told of has one moment', {
    tags: ['M-7', 'D-56'],
  }, async () => {
    const word = String((await staff.admin.get('/api/auth/me')).headers[headers.platformWord.toLowerCase()]);
    const decidedAt = staff.test.clock.now().getTime() + 60_000;
    staff.test.clock.advance(20 * 60_000);
    await staff.signInAgain();
    const agent = (await agents()).find(({ name }) => name === 'RiskAgent');
    const path = `/api/ai/agents/${agent?.agentId}`;
    const body = { version: agent?.version, mode: agent?.mode, enabled: false, reason: 'Too many false alarms since Monday.' };
    const told = { [headers.decidedAt]: new Date(decidedAt).toISOString(), [headers.platformWord]: word };
    const sent = await staff.admin.post(path, body, { [headers.idempotency]: 'agents-decided-000001', ...told });
    expect(sent.status, sent.body).toBe(200);
    const [line] = await trail();
    expect([line?.kind, line?.decidedAt]).toEqual(['disabled', new Date(decidedAt).toISOString()]);
    expect(Date.parse(line?.at ?? '') - decidedAt).toBeGreaterThan(10 * 60_000);
    const again = { ...body, version: (agent?.version ?? 0) + 1, enabled: true, reason: 'The false alarms are gone.' };
    expect((await send(path, again, staff.admin)).status).toBe(200);
    expect((await trail())[0]).not.toHaveProperty('decidedAt');
    // The other sessions have expired meanwhile.
  });

  it('predict and are judged as the simulated day goes on; one that is disabled says nothing', { tags: ['C-36'] }, async () => {
    const before = totals((await agreement()).flatMap(({ days }) => days));
    const day = createTenantDayRunner(staff.test.platform, demoProfile, createRandom(3), [
      [500_000, predict],
      [500_000, decidePrediction],
    ]);
    staff.test.clock.advance(60_000);
    for (let step = 0; step < 30; step += 1) await day.step();
    expect(totals((await agreement()).flatMap(({ days }) => days)).decided).toBeGreaterThan(before.decided + 5);
    await staff.test.platform.db.updateTable('ai_agents').set({ enabled: false }).where('tenant_id', '=', 'demo').execute();
    const count = () =>
      staff.test.platform.db
        .selectFrom('ai_predictions')
        .select('prediction_id')
        .execute()
        .then((rows) => rows.length);
    const held = await count();
    const silent = createTenantDayRunner(staff.test.platform, demoProfile, createRandom(4), [[1_000_000, predict]]);
    for (let step = 0; step < 5; step += 1) await silent.step();
    expect(await count()).toBe(held);
    await staff.test.platform.db.updateTable('ai_agents').set({ enabled: true }).where('tenant_id', '=', 'demo').execute();
  });
});

describe('requests to override', () => {
  it('are asked for, approved by somebody else, and count as what people decided', { tags: ['C-36', 'C-47', 'C-60'] }, async () => {
    const asked = await ask();
    expect(asked).toMatchObject({
      status: 'pending',
      approvedBy: null,
      agentName: 'VerifierAgent',
      requestedByName: 'Chebet Koech',
      justification: reason,
    });
    const before = (await agents()).find(({ name }) => name === 'VerifierAgent')?.predictionAccuracy ?? 0;
    const done = await decide(asked, 'approve', staff.bank);
    expect(done.status, done.body).toBe(200);
    expect(done.json().override).toMatchObject({ status: 'approved', approvedBy: 'Otieno Odhiambo', decisionNote: 'Seen on site.' });
    expect((await agents()).find(({ name }) => name === 'VerifierAgent')?.predictionAccuracy).toBeLessThan(before);
    expect((await trail()).slice(0, 2).map(({ kind, by }) => [kind, by])).toEqual([
      ['approved', 'Otieno Odhiambo'],
      ['requested', 'Chebet Koech'],
    ]);
  });

  it('are never decided by whoever asked, by nobody without the right, and not twice', { tags: ['C-36', 'A-9'] }, async () => {
    const mine = await ask(staff.admin);
    const self = await decide(mine, 'approve', staff.admin);
    expect([self.status, self.json().error.message]).toEqual([403, 'Another person must decide your request']);
    expect((await decide(mine, 'approve', staff.operator)).status).toBe(403);
    expect((await decide(mine, 'approve', await staff.test.signIn('auditor@ukweli.example'))).status).toBe(403);
    // The database enforces the rule too.
    await expect(
      staff.test.platform.db
        .updateTable('ai_overrides')
        .set({ status: 'approved', decided_by: 'usr-demo-admin' })
        .where('override_id', '=', mine.overrideId)
        .execute(),
    ).rejects.toThrow('ai_overrides_check');
    expect((await decide(mine, 'reject', staff.bank, '  ')).status).toBe(400);
    expect((await decide(mine, 'reject', staff.bank, 'No.')).json().override).toMatchObject({
      status: 'rejected',
      approvedBy: null,
      decidedBy: 'Otieno Odhiambo',
    });
    expect((await decide(mine, 'approve', staff.bank)).status).toBe(409);
    // After a rejection, the requester may ask again with a better reason.
    expect((await queue(staff.admin)).predictions.map(({ predictionId }) => predictionId)).toContain(mine.predictionId);
    const body = { predictionId: mine.predictionId, overrideValue: 'disputed', justification: 'The photo of the seal is here now.' };
    const anew = await send('/api/ai/overrides', body, staff.admin);
    expect(anew.json().override, anew.body).toMatchObject({ status: 'pending', predictionId: mine.predictionId });
    expect((await queue(staff.admin)).predictions.map(({ predictionId }) => predictionId)).not.toContain(mine.predictionId);
  });

  it('lose their approval when they are changed, and a decision on what they were is refused', { tags: ['C-36'] }, async () => {
    const asked = await ask();
    expect((await change(asked, 'failed', staff.bank)).status).toBe(403);
    const changed = (await change(asked, 'failed', staff.operator)).json().override as Override;
    expect(changed).toMatchObject({ status: 'pending', overrideValue: 'failed', version: 2 });
    const stale = await decide(asked, 'approve', staff.bank);
    expect([stale.status, stale.json().error.message]).toEqual([409, `${asked.overrideId} has changed since you looked at it`]);

    const approved = (await decide(changed, 'approve', staff.bank)).json().override as Override;
    const counted = totals((await agreement()).flatMap(({ days }) => days)).decided;
    const anew = (await change(approved, 'disputed', staff.operator)).json().override as Override;
    expect(anew).toMatchObject({ status: 'pending', approvedBy: null });
    expect(anew.decidedBy).toBeUndefined();
    expect(totals((await agreement()).flatMap(({ days }) => days)).decided).toBe(counted - 1);
    expect((await decide(anew, 'reject', staff.admin)).status).toBe(200);
    expect((await change({ ...anew, version: Number(anew.version) + 1 }, 'failed', staff.operator)).status).toBe(409);
  });

  it('let one of two who decide at once have it', { tags: ['A-14'] }, async () => {
    const asked = await ask();
    const answers = await Promise.all([decide(asked, 'approve', staff.bank), decide(asked, 'reject', staff.admin)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('stand one at a time for a prediction, and for something else than was predicted', { tags: ['C-36'] }, async () => {
    const asked = await ask();
    const body = { predictionId: asked.predictionId, overrideValue: 'failed', justification: reason };
    expect((await send('/api/ai/overrides', body, staff.bank)).status).toBe(409);
    const [free] = (await queue()).predictions;
    const same = { predictionId: free?.predictionId, overrideValue: ` ${free?.prediction.toUpperCase()} `, justification: reason };
    expect((await send('/api/ai/overrides', same, staff.operator)).status).toBe(400);
    expect((await send('/api/ai/overrides', { ...body, predictionId: 'PRD-999999' }, staff.operator)).status).toBe(404);
  });

  it('are seen by everybody here, their trail by holders of view:ai_audit, and neither by another tenant', {
    tags: ['D-5', 'D-6', 'A-9'],
  }, async () => {
    const auditor = await staff.test.signIn('auditor@ukweli.example');
    expect((await auditor.get('/api/ai/trail')).status).toBe(200);
    for (const client of [staff.bank, staff.operator]) expect((await client.get('/api/ai/trail')).status).toBe(403);
    const [first] = (await queue(auditor)).overrides;
    const kampala = await staff.test.signIn('operator@kampala.example');
    expect((await queue(kampala)).overrides).toEqual([]);
    expect(
      (await send(`/api/ai/overrides/${first?.overrideId}`, { version: 1, overrideValue: 'failed', justification: reason }, kampala))
        .status,
    ).toBe(404);
    expect(await staff.test.platform.audit.firstBroken('demo')).toBeNull();
  });
});

describe('a long list of overrides', () => {
  it('leaves out none that waits, however many were asked for after it', { tags: ['M-11', 'C-36'] }, async () => {
    const { db } = staff.test.platform;
    const before = (await queue()).overrides.filter(({ status }) => status === 'pending').length;
    const [agent] = await agents();
    const many = 140;
    const places = Array.from({ length: many }, (_, place) => String(place).padStart(3, '0'));
    const created_at = new Date(Date.UTC(2026, 0, 1)).toISOString();
    const agentKey = { tenant_id: 'demo', agent_id: agent?.agentId ?? '' };
    await db
      .insertInto('ai_predictions')
      .values(
        places.map((place) => ({
          ...agentKey,
          prediction_id: `PRD-LONG-${place}`,
          subject: `VRF-${place}`,
          prediction: 'verified',
          confidence: 0.9,
          predicted_at: created_at,
          human_decision: null,
          decided_at: null,
        })),
      )
      .execute();
    await db
      .insertInto('ai_overrides')
      .values(
        places.map((place) => ({
          ...agentKey,
          override_id: `OVR-LONG-${place}`,
          prediction_id: `PRD-LONG-${place}`,
          override_value: 'disputed',
          justification: reason,
          status: 'pending' as const,
          requested_by: 'usr-demo-operator',
          requested_by_name: 'Operator',
          created_at,
          changed_at: null,
          decided_by: null,
          decided_by_name: null,
          decided_at: null,
          decision_note: null,
          version: 1,
        })),
      )
      .execute();
    const { overrides } = await queue();
    expect(overrides.filter(({ status }) => status === 'pending')).toHaveLength(before + many);
  });
});
