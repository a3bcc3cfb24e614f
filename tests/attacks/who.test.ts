import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AiAct, Override, Prediction } from '../../src/contracts/agent.ts';
import type { DeadLetter } from '../../src/contracts/deadLetter.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import type { Incident } from '../../src/contracts/incident.ts';
import type { ReportSummary } from '../../src/contracts/report.ts';
import { canonicalJson } from '../../src/domain/encoding/canonicalJson.ts';
import { sha256 } from '../../server/entities/verification.ts';
import { behindTheRules } from '../../server/testing/behindTheRules.ts';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../../server/testing/platform.ts';

/**
 * an operator has exactly the administrator's name (an administrator may allow that, and old rows have it), and both do the same
 * acts. Everything signed, decided or written afterwards must tell the two apart.
 */
const name = 'Wanjiru Kamau';
const theirs = 'usr-demo-operator';
const ours = 'usr-demo-admin';
let test: TestPlatform;
let operator: TestClient;
let admin: TestClient;
let keys = 0;

beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  await test.platform.db.updateTable('accounts').set({ name }).where('account_id', 'in', [theirs, ours]).execute();
  operator = await test.signIn('operator@ukweli.example');
  admin = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

async function done(asked: Promise<TestAnswer>): Promise<TestAnswer> {
  const answer = await asked;
  expect(answer.status, answer.body).toBe(200);
  return answer;
}
const act = (client: TestClient, path: string, body: object = {}): Promise<TestAnswer> =>
  done(client.post(path, body, { [headers.idempotency]: `who-key-${String((keys += 1)).padStart(8, '0')}` }));
/** Stored texts of this table that contain the name; each must name an account. */
async function kept(table: 'activities' | 'notifications' | 'incident_entries', column: 'text' | 'body'): Promise<readonly string[]> {
  const rows: Record<string, unknown>[] = await test.platform.db.selectFrom(table).selectAll().where('tenant_id', '=', 'demo').execute();
  return rows.map((row) => String(row[column])).filter((text) => text.includes(name));
}

describe('two people of one name', { tags: ['P-7', 'A-20', 'D-60'] }, () => {
  it('incidents: acknowledgements, notes, severity raised and the platform’s own words name the account', async () => {
    const { incidents } = (await admin.get('/api/incidents')).json() as { incidents: Incident[] };
    const [open] = incidents.filter(({ resolvedAt }) => resolvedAt === undefined);
    const id = open?.id ?? '';
    await act(operator, `/api/incidents/${id}/notes`, { text: 'Seen by me' });
    await act(admin, `/api/incidents/${id}/notes`, { text: 'Seen by me' });
    await act(operator, `/api/incidents/${id}/acknowledge`);
    await act(operator, `/api/incidents/${id}/severity`, { severity: 'sev1', note: 'It grows' });
    await act(admin, `/api/incidents/${id}/resolve`, { note: 'Over', despite: 'Watched by hand' });
    const answer = (await admin.get('/api/incidents')).json() as { incidents: Incident[] };
    const after = answer.incidents.find((one) => one.id === id);
    expect(after).toMatchObject({ acknowledgedBy: name, acknowledgedById: theirs });
    expect(after?.timeline?.slice(-5).map(({ by, byId }) => [by, byId])).toEqual([
      [name, theirs],
      [name, ours],
      [name, theirs],
      [name, theirs],
      [name, ours],
    ]);
    // The platform's own entry has no account; its name is empty.
    expect(after?.timeline?.[0]).toMatchObject({ by: '' });
    expect(after?.timeline?.[0]).not.toHaveProperty('byId');
  });

  it('overrides: four eyes are two accounts whatever they are called, and request, decision, trail and record name both', async () => {
    const { predictions } = (await admin.get('/api/ai/overrides')).json() as { predictions: Prediction[] };
    const prediction = predictions.find(({ subject }) => subject.includes('VRF')) ?? predictions[0];
    const asked = {
      predictionId: prediction?.predictionId,
      overrideValue: prediction?.prediction === 'disputed' ? 'verified' : 'disputed',
      justification: 'The meter was replaced on that day',
    };
    const { override } = (await act(operator, '/api/ai/overrides', asked)).json() as { override: Override };
    // The account decides that people cannot approve their own request. The name would let the administrator's request through and block
    // the administrator from the operator's.
    const own = await operator.post(
      `/api/ai/overrides/${override.overrideId}/decision`,
      { version: override.version, decision: 'approve', note: '' },
      { [headers.idempotency]: 'who-own-decision' },
    );
    expect(own.status).toBe(403);
    const decided = await act(admin, `/api/ai/overrides/${override.overrideId}/decision`, {
      version: override.version,
      decision: 'approve',
      note: 'Looked at the photographs',
    });
    expect(decided.json()).toMatchObject({
      override: { requestedBy: theirs, requestedByName: name, approvedBy: name, decidedBy: name, decidedById: ours },
    });
    const { acts } = (await admin.get('/api/ai/trail')).json() as { acts: AiAct[] };
    expect(acts.filter(({ overrideId }) => overrideId === override.overrideId).map(({ kind, by, byId }) => [kind, by, byId])).toEqual([
      ['approved', name, ours],
      ['requested', name, theirs],
    ]);
    const causes = await test.platform.db
      .selectFrom('verification_causes')
      .selectAll()
      .where('override_id', '=', override.overrideId)
      .execute();
    for (const { by_id: by, reason } of causes) {
      expect(by).toBe(ours);
      expect(reason).toContain(`Requested by ${name} (${theirs})`);
    }
  });

  it('agents: the trail names the account that changed a mode', async () => {
    const { agents } = (await admin.get('/api/ai/agents')).json();
    const [agent] = agents;
    await act(admin, `/api/ai/agents/${agent.agentId}`, {
      version: agent.version,
      mode: agent.mode === 'shadow' ? 'advisory' : 'shadow',
      enabled: true,
      reason: 'Watched for a month now',
    });
    const { acts } = (await admin.get('/api/ai/trail')).json() as { acts: AiAct[] };
    expect(acts[0]).toMatchObject({ by: name, byId: ours });
  });

  it('dead letters: an item that failed again names the account that promoted it', async () => {
    // Operators may not promote, so the account named here must be the administrator's.
    const { items } = (await admin.get('/api/dlq')).json() as { items: DeadLetter[] };
    const [letter] = items;
    await act(admin, `/api/dlq/${letter?.itemId}/promote`, { version: letter?.version });
    await test.platform.db
      .updateTable('dead_letters')
      .set({ promoted_at: null })
      .where('tenant_id', '=', 'demo')
      .where('item_id', '=', letter?.itemId ?? '')
      .execute();
    const again = (await admin.get('/api/dlq')).json() as { items: DeadLetter[] };
    expect(again.items.find(({ itemId }) => itemId === letter?.itemId)?.promoted).toMatchObject({ by: name, byId: ours });
  });

  it('reports: who had one made is under its hash, in the history and in its exports', async () => {
    for (const [client, id] of [
      [operator, theirs],
      [admin, ours],
    ] as const) {
      const answer = await client.post('/api/reports/pcaf', {}, { [headers.idempotency]: `who-report-${id}` });
      if (answer.status === 403) continue; // Not every role may do this.
      const report = answer.json();
      expect(report, answer.body).toMatchObject({ generatedBy: name, generatedById: id });
      const { proofFile, ...body } = report;
      const { reports } = (await admin.get('/api/reports')).json() as { reports: ReportSummary[] };
      const listed = reports.find(({ reportId }) => reportId === report.reportId);
      expect(listed).toMatchObject({ generatedBy: name, generatedById: id, reportHash: sha256(canonicalJson(body)) });
      expect(sha256(canonicalJson({ ...body, generatedById: id === ours ? theirs : ours }))).not.toBe(listed?.reportHash);
      expect(JSON.parse(Buffer.from(String(proofFile).split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
        reportHash: listed?.reportHash,
      });
    }
    // The platform's own reports name the account `platform`, so that they cannot be taken for those of a person called "Monthly close".
    const { reports } = (await admin.get('/api/reports')).json() as { reports: ReportSummary[] };
    expect(reports.filter(({ generatedBy }) => generatedBy === 'Monthly close').map(({ generatedById }) => generatedById)).toEqual([
      'platform',
      'platform',
    ]);
    expect(reports.some(({ generatedById }) => generatedById === ours)).toBe(true);
  });

  it('the kill switch: who pulled and who released it', async () => {
    const path = '/api/system/kill-switch';
    const pulled = await done(operator.call('PUT', path, { active: true, confirmation: 'STOP', reason: 'A drill' }));
    expect(pulled.json()).toMatchObject({ by: name, byId: theirs });
    const released = await done(admin.call('PUT', path, { active: false, version: pulled.json().version, reason: 'Over' }));
    expect(released.json()).toMatchObject({ by: name, byId: ours });
  });

  it('and no text that the platform has kept of them has the name without an account', async () => {
    const texts = [
      ...(await kept('activities', 'text')),
      ...(await kept('notifications', 'body')),
      ...(await kept('incident_entries', 'text')),
    ];
    // Seeded demo texts also contain the administrator's name; texts of acts contain " by ".
    const since = texts.filter((text) => / by /i.test(text));
    expect(since.length).toBeGreaterThan(8);
    for (const text of since) expect(text).toMatch(new RegExp(`${name} \\((${theirs}|${ours})\\)`));
  });

  it('rows from before accounts were recorded stay without one, and are answered so (D-58)', async () => {
    await behindTheRules(test.platform.db, (db) =>
      db.updateTable('incidents').set({ acknowledged_by: name, acknowledged_by_id: null }).where('incident_id', '=', 'INC-0042').execute(),
    );
    const { incidents } = (await admin.get('/api/incidents')).json() as { incidents: Incident[] };
    const old = incidents.find(({ id }) => id === 'INC-0042');
    expect(old?.acknowledgedBy).toBe(name);
    expect(old).not.toHaveProperty('acknowledgedById');
  });
});
