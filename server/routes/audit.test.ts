import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditRecord } from '../../src/contracts/audit.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import { auditLinkOf, judgeAudit } from '../../src/domain/records/auditChain.ts';
import { sha256 } from '../entities/verification.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
let auditor: TestClient;
let operator: TestClient;

beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  [auditor, operator] = [await test.signIn('auditor@ukweli.example'), await test.signIn('operator@ukweli.example')];
  for (let index = 0; index < 6; index += 1) {
    const made = await operator.post(
      '/api/incidents/INC-0042/notes',
      { text: `Note ${index}: é "quoted" \u2028 1e21` },
      { [headers.idempotency]: `audit-note-${index}-000000`, 'x-correlation-id': `note-${index}` },
    );
    if (made.status !== 200) throw new Error(made.body);
  }
});
afterAll(() => test.close());

const read = async (query = '', client = auditor) =>
  (await client.get(`/api/audit${query}`)).json<{ records: AuditRecord[]; totalCount: number }>();
const verdictOf = async (records: readonly AuditRecord[], total: number) =>
  judgeAudit(await Promise.all(records.map((record) => auditLinkOf('demo', record, sha256))), total);

describe('GET /api/audit', () => {
  it('gives who, what, when, from where, correlation id and outcome, the newest first', { tags: ['D-27'] }, async () => {
    const { records, totalCount } = await read('?limit=2');
    expect(records).toHaveLength(2);
    expect(totalCount).toBe((records[0]?.chainIndex ?? 0) + 1);
    expect(records[0]).toMatchObject({
      actorId: 'usr-demo-operator',
      actorName: 'Chebet Koech',
      action: 'incident.note',
      target: 'INC-0042',
      outcome: 'done',
      correlationId: 'note-5',
      ip: '127.0.0.1',
      at: test.clock.now().toISOString(),
    });
  });

  it('pages down and up by place without a hole, to a chain that whoever reads it can check', { tags: ['D-27'] }, async () => {
    const { totalCount } = await read();
    const down: AuditRecord[] = [];
    for (let before: number | undefined; ; before = down.at(-1)?.chainIndex) {
      const { records } = await read(`?limit=4${before === undefined ? '' : `&before=${before}`}`);
      down.push(...records);
      if (records.length === 0 || before === 0) break;
    }
    expect(down.map(({ chainIndex }) => chainIndex)).toEqual(Array.from({ length: totalCount }, (_, index) => totalCount - 1 - index));
    const up = (await read('?after=2&limit=3')).records;
    expect(up.map(({ chainIndex }) => chainIndex)).toEqual([3, 4, 5].filter((place) => place < totalCount));
    expect(await verdictOf(down, totalCount)).toMatchObject({ state: 'whole', entries: totalCount });
    expect((await auditor.get('/api/audit?after=1&before=3')).status).toBe(400);
    expect((await auditor.get('/api/audit?limit=501')).status).toBe(400);
  });

  it('is for holders of view:audit, of their own tenant only', { tags: ['D-5', 'D-6', 'A-9'] }, async () => {
    expect((await (await test.signIn('admin@ukweli.example')).get('/api/audit')).status).toBe(200);
    for (const who of ['operator@ukweli.example', 'bank@ukweli.example', 'operator@kampala.example'])
      expect([who, (await (await test.signIn(who)).get('/api/audit')).status]).toEqual([who, 403]);
    await test.platform.audit.record(null, {
      tenantId: 'kampala',
      actor: { id: null, name: 'Kampala canary' },
      action: 'session.end',
      target: 'x',
      outcome: 'done',
      correlationId: 'c',
      ip: null,
    });
    expect(JSON.stringify(await read('?limit=500'))).not.toContain('Kampala canary');
  });

  it('shows a line that was changed behind the platform’s back for what it is', { tags: ['D-27'] }, async () => {
    const { db } = test.platform;
    const target = (await read('?limit=500')).records.find(({ correlationId }) => correlationId === 'note-3');
    if (target === undefined) throw new Error('the note is on record');
    await behindTheRules(db, (trx) =>
      trx
        .updateTable('audit_records')
        .set({ details: JSON.stringify({ text: 'Nothing happened.' }) })
        .where('tenant_id', '=', 'demo')
        .where('chain_index', '=', target.chainIndex)
        .execute(),
    );
    const { records, totalCount } = await read('?limit=500');
    expect(await verdictOf(records, totalCount)).toMatchObject({ state: 'broken', link: 'seal', at: { chainIndex: target.chainIndex } });
    expect(await test.platform.audit.firstBroken('demo')).toBe(target.chainIndex);
  });
});
