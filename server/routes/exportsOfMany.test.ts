import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type ExportAnswer, exportAnswerSchema, type ExportRequest } from '../../src/contracts/export.ts';
import { z } from '../../src/contracts/zod.ts';
import { nowhere } from '../../src/domain/exports/narrowing.ts';
import { readExportRows } from '../entities/exportRows.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { seededStaff } from '../testing/staff.ts';

const staff = seededStaff();

async function made(wish: ExportRequest): Promise<ExportAnswer> {
  const answer = await staff.admin.post('/api/exports', wish);
  expect(answer.status, answer.body.slice(0, 500)).toBe(200);
  return z.parse(exportAnswerSchema, answer.json());
}

it('a file of overrides holds more requests than a statement may have parameters', { tags: ['D-28'] }, async () => {
  const { db } = staff.test.platform;
  const before = (await made({ exportType: 'ai_overrides', format: 'json', filter: {} })).metadata.recordCount;
  await sql`insert into ai_overrides (tenant_id, override_id, prediction_id, agent_id, override_value, justification, status, requested_by,
      requested_by_name, created_at, decided_by, decided_by_name, decided_at, version)
    select tenant_id, 'OVR-X' || n, prediction_id, agent_id, override_value, justification, 'rejected', requested_by,
      requested_by_name, created_at, 'usr-other', 'Other', created_at, 1
    from (select * from ai_overrides where tenant_id = 'demo' limit 1) o, generate_series(1, 66000) n`.execute(db);
  expect((await made({ exportType: 'ai_overrides', format: 'json', filter: {} })).metadata.recordCount).toBe(before + 66_000);
});

it('of more accounts than fit into a file, those that match are exported, each once', { tags: ['D-28'] }, async () => {
  const { db } = staff.test.platform;
  await sql`insert into accounts (account_id, email, email_key, name, role, status, tenant_id, created_at)
    select 'usr-many-' || n, 'many' || n || '@ukweli.example', 'many' || n || '@ukweli.example', 'Many ' || n, 'operator', 'active', 'demo', now()
    from generate_series(1, 100001) n`.execute(db);
  const { content } = await made({ exportType: 'users', format: 'json', filter: { search: 'many 777' } });
  const ids = (JSON.parse(content) as readonly { readonly id: string }[]).map(({ id }) => id);
  const wanted = Array.from({ length: 100_001 }, (_, at) => `usr-many-${at + 1}`).filter((id) => id.includes('777'));
  expect(ids.toSorted()).toEqual(wanted.toSorted());
  const all = await staff.admin.post('/api/exports', { exportType: 'users', format: 'json', filter: {} });
  expect([all.status, all.json().error.code]).toEqual([413, 'too_large']);
});

it('a long record is read page by page, and every line that matches is in the file once, newest first', { tags: ['D-27'] }, async () => {
  const { platform } = staff.test;
  await behindTheRules(platform.db, (trx) =>
    sql`insert into audit_records (tenant_id, chain_index, at, actor_id, actor_name, action, target, outcome, correlation_id, ip, details,
      prev_hash, hash)
    select tenant_id, chain_index + n, at, actor_id, 'Actor ' || n % 7, action, target, outcome, correlation_id, ip, details, prev_hash, hash
    from (select * from audit_records where tenant_id = 'demo' order by chain_index desc limit 1) l, generate_series(1, 25000) n`.execute(
      trx,
    ),
  );
  const lines = await readExportRows(
    'audit_records',
    {
      platform,
      db: platform.db,
      tenantId: 'demo',
      permissions: new Set(),
      filter: { actor: 'Actor 3' },
      measureSelf: () => Promise.resolve([]),
    },
    nowhere,
  );
  const { rows } = await sql<{ readonly place: number }>`select chain_index::float8 as place from audit_records
    where tenant_id = 'demo' and actor_name = 'Actor 3' order by chain_index desc`.execute(platform.db);
  expect(lines.map(({ chainIndex }) => chainIndex)).toEqual(rows.map(({ place }) => place));
  expect(lines).toHaveLength(Math.floor((25_000 - 3) / 7) + 1);
});
