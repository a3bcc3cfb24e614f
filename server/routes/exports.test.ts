import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  exportAnswerSchema,
  type ExportAnswer,
  type ExportProof,
  type ExportRequest,
  type ExportType,
  exportTypes,
} from '../../src/contracts/export.ts';
import type { RecordVerdict } from '../../src/contracts/verdict.ts';
import { z } from '../../src/contracts/zod.ts';
import { csvOf } from '../../src/domain/exports/csv.ts';
import { arranged } from '../../src/domain/exports/narrowing.ts';
import { ruleOf } from '../../src/domain/exports/rules.ts';
import { sheetOf } from '../../src/domain/exports/sheets.ts';
import { lintKeys } from '../../src/evidence/keys.ts';
import { checkRecord } from '../../src/evidence/records.ts';
import { FIXED_ANCHOR } from '../seed/anchor.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createStandingClock, createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { canonicalChainEntry } from '../../src/domain/records/chain.ts';

let test: TestPlatform;
let admin: TestClient;
let bank: TestClient;
let operator: TestClient;
let auditor: TestClient;

/** The real time, which stands still here: signatures carry it, not the figures' day (S-11). */
let signedAt: string;

beforeAll(async () => {
  const clock = createStandingClock(FIXED_ANCHOR);
  signedAt = clock.now().toISOString();
  test = await createTestPlatform({
    clock,
    config: { simulation: 'off' },
    seeded: true,
  });
  admin = await test.signIn('admin@ukweli.example');
  bank = await test.signIn('bank@ukweli.example');
  operator = await test.signIn('operator@ukweli.example');
  auditor = await test.signIn('auditor@ukweli.example');
});
afterAll(() => test.close());

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const wish: ExportRequest = { exportType: 'rbf_payments', format: 'csv', filter: { status: 'paid', search: 'KE' } };
const onRecord = () =>
  test.platform.db.selectFrom('audit_records').selectAll().where('action', '=', 'export.sign').orderBy('chain_index').execute();

async function made(change: Partial<ExportRequest> = {}, client = bank): Promise<ExportAnswer> {
  const answer = await client.post('/api/exports', { ...wish, ...change });
  expect(answer.status, answer.body).toBe(200);
  return z.parse(exportAnswerSchema, answer.json());
}
/**
 * Holds every snapshot until `end` is called; `reached` resolves when one is held. Makes the duration of an export independent of the
 * machine.
 */
function holdSnapshots(): { readonly reached: Promise<void>; readonly end: () => void } {
  const { db } = test.platform;
  const begin = db.transaction.bind(db);
  let reach!: () => void;
  let goOn!: () => void;
  const reached = new Promise<void>((resolve) => void (reach = resolve));
  const ended = new Promise<void>((resolve) => void (goOn = resolve));
  const spy = vi.spyOn(db, 'transaction').mockImplementation(() => {
    const plain = begin();
    const levelled = plain.setIsolationLevel.bind(plain);
    return Object.assign(plain, {
      setIsolationLevel: (level: Parameters<typeof levelled>[0]) => {
        const builder = levelled(level);
        const execute = builder.execute.bind(builder);
        const held: typeof execute = async (run) => {
          reach();
          await ended;
          return execute(run);
        };
        return Object.assign(builder, { execute: held });
      },
    });
  });
  const end = () => {
    spy.mockRestore();
    goOn();
  };
  return { reached, end };
}
/** The rows of a JSON export. */
const rowsOf = ({ content }: ExportAnswer): readonly Readonly<Record<string, unknown>>[] => JSON.parse(content);
const proofOf = ({ record, metadata, filter, file, asOf }: ExportAnswer): ExportProof => ({ record, metadata, filter, file, asOf });
async function verdictOf(proof: ExportProof, content: string, tenantId = 'demo'): Promise<RecordVerdict> {
  const { keys } = (await bank.get('/api/jwks')).json();
  const set = lintKeys(keys);
  return checkRecord({ kind: 'export', value: proof, fileHash: hash(content) }, { set, fetchedAt: null }, tenantId, signedAt);
}

describe('POST /api/exports', () => {
  it('answers the file, the signed record and the metadata, and puts the export on record', { tags: ['C-50', 'D-28'] }, async () => {
    const before = (await onRecord()).length;
    const { record, metadata, file, content, asOf } = await made({ seenAsOf: '2025-11-18T11:00:00.000Z' });
    expect(record).toMatchObject({
      tenant_id: 'demo',
      export_type: 'rbf_payments',
      filter_hash: hash(canonicalize(wish.filter) ?? ''),
      sign_ts: signedAt,
    });
    // [T-1] Every amount is in its own currency; nothing was converted.
    expect(record).not.toHaveProperty('fx_snapshot_id');
    const rows = content.trimEnd().split('\r\n').length - 1;
    expect(metadata).toEqual({
      exportedAt: signedAt,
      exportedBy: expect.any(String),
      exportedById: expect.any(String),
      filterHash: record.filter_hash,
      expiresAt: new Date(Date.parse(signedAt) + 35 * 86_400_000).toISOString(),
      recordCount: rows,
    });
    expect(file).toEqual({
      name: expect.stringMatching(/^rbf-payments-\d{8}T\d{6}Z\.csv$/),
      format: 'csv',
      sizeBytes: Buffer.byteLength(content),
      sha256: hash(content),
    });
    const { seq } = await test.platform.db
      .selectFrom('event_heads')
      .select('seq')
      .where('tenant_id', '=', 'demo')
      .executeTakeFirstOrThrow();
    expect(asOf).toEqual({ seq, at: signedAt });
    const lines = await onRecord();
    expect(lines).toHaveLength(before + 1);
    expect(lines.at(-1)).toMatchObject({
      target: 'rbf_payments',
      outcome: 'done',
      details: {
        format: 'csv',
        recordCount: rows,
        contentHash: file.sha256,
        filterHash: record.filter_hash,
        asOfSeq: seq,
        seenAsOf: '2025-11-18T11:00:00.000Z',
      },
    });
    // The filter may contain a person's name: only its hash is recorded.
    expect(JSON.stringify(lines.at(-1)?.details)).not.toContain('KE');
  });

  it('signs rows that the platform has, and none that a caller names', { tags: ['P-3', 'D-53', 'A-18'] }, async () => {
    const invented = `Payment,Amount\r\n${'RBF-9999,75000\r\n'.repeat(3)}`;
    const forged = { contentHash: hash(invented), recordCount: 123_456, covenants: ['f'.repeat(64)] };
    for (const [name, value] of Object.entries(forged)) {
      const refused = await bank.post('/api/exports', { ...wish, [name]: value });
      expect(refused.status, name).toBeGreaterThanOrEqual(400);
      expect(refused.json().error.code, name).toBe('build_too_old');
      expect(refused.body).not.toContain('signature');
    }
    // Additional members are neither in the file nor under the signature.
    const { content, record, metadata } = await made({ content: invented, rows: [{ payment_id: 'RBF-9999' }] } as Partial<ExportRequest>);
    expect(content).not.toContain('RBF-9999');
    expect(Buffer.from(record.signature.split('.')[1] ?? '', 'base64url').toString()).not.toMatch(/123456|RBF-9999/);
    const paid = await test.platform.db
      .selectFrom('rbf_payments')
      .select('payment_id')
      .where('tenant_id', '=', 'demo')
      .where('status', '=', 'paid')
      .execute();
    expect(metadata.recordCount).toBe(paid.length);
    for (const { payment_id } of paid) expect(content).toContain(payment_id);
  });

  it('refuses a filter or an order that it cannot keep to, since it could not sign for it', { tags: ['P-3', 'D-53'] }, async () => {
    for (const filter of [{ colour: 'green' }, { sort: '-signature' }, { status: 1 }, { sort: 'constructor' }, { __proto__x: 'a' }]) {
      const refused = await bank.post('/api/exports', { ...wish, filter });
      expect(refused.status, JSON.stringify(filter)).toBe(400);
    }
    expect((await bank.post('/api/exports', { ...wish, filter: { sort: '-signature' } })).json().error.message).toContain(
      'sort by -signature',
    );
    expect((await made({ exportType: 'verifications', filter: { from: 'gibberish' } })).metadata.recordCount).toBe(0);
  });

  it('narrows by what no database holds like the device: a zero is in no row, moments before and after all years are before and after all rows', {
    tags: ['S-12'],
  }, async () => {
    const counted = async (filter: Readonly<Record<string, string>>) =>
      (await made({ exportType: 'verifications', filter })).metadata.recordCount;
    const all = await counted({});
    expect([await counted({ siteCode: 'KE\0' }), await counted({ from: '+275760-09-12T00:00:00.000Z' })]).toEqual([0, 0]);
    for (const from of ['0000-06-01T00:00:00.000Z', '-271821-04-21T00:00:00.000Z']) expect(await counted({ from })).toBe(all);
  });

  it.each([...exportTypes])('%s: makes the rows by itself, as its own list shows them', { tags: ['P-3', 'D-28'] }, async (type) => {
    const [csv, json] = [
      await made({ exportType: type, filter: {} }, admin),
      await made({ exportType: type, format: 'json', filter: {} }, admin),
    ];
    const rows = rowsOf(json);
    expect(json.metadata.recordCount).toBe(rows.length);
    // The newest audit line is that of the previous export.
    expect(csv.metadata.recordCount).toBe(type === 'audit_records' ? rows.length - 1 : rows.length);
    expect(csv.content.split('\r\n')[0]).toBe(csvOf(sheetOf(type).columns, []).split('\r\n')[0]);
    expect(await verdictOf(proofOf(json), json.content)).toMatchObject({ outcome: 'verified' });
    // No stage crosses its limit in the demo's quiet hour; every other table has rows.
    if (type !== 'stage_changes') expect(rows.length).toBeGreaterThan(0);
  });

  it('narrows and orders as the device does: by the rules that both have', { tags: ['P-3'] }, async () => {
    const asked = [
      ['verifications', { status: 'disputed', sort: 'site' }],
      ['verifications', { search: 'vrf-000100' }],
      ['evidence_packs', { status: 'verified', sort: '-size' }],
      ['rbf_payments', { evidence: 'pack', sort: '-amount' }],
      ['refinance_portfolios', { state: 'packaged' }],
      ['dead_letters', { newest: 2 }],
      ['incidents', { status: 'resolved', sort: 'title' }],
      ['audit_records', { area: 'export', sort: 'oldest' }],
      ['users', { search: 'ukweli.example', sort: '-email' }],
    ] as const satisfies readonly (readonly [ExportType, ExportRequest['filter']])[];
    for (const [exportType, filter] of asked) {
      const whole = rowsOf(await made({ exportType, format: 'json', filter: {} }, admin));
      const found = await made({ exportType, format: 'json', filter }, admin);
      expect(found.filter).toEqual(filter);
      expect(found.metadata.recordCount, exportType).toBeGreaterThan(0);
      if (exportType !== 'audit_records') expect(found.metadata.recordCount, exportType).toBeLessThanOrEqual(whole.length);
    }
    const { verifications } = (await bank.get('/api/verifications?limit=500&status=disputed')).json();
    const disputed = await made({ exportType: 'verifications', filter: { status: 'disputed', sort: 'oldest' } });
    const own = arranged(ruleOf('verifications'), verifications, { status: 'disputed', sort: 'oldest' }, { zone: 'UTC' });
    expect(disputed.content).toBe(csvOf(sheetOf('verifications').columns, own));
  });

  it('the rows are those of the seq that it names: what is written later is in none of it', { tags: ['P-3'] }, async () => {
    const before = await made({ exportType: 'incidents', filter: {} });
    const { incidents } = (await operator.get('/api/incidents')).json();
    const open = incidents.find((each: { resolvedAt?: string }) => each.resolvedAt === undefined);
    const noted = await operator.post(`/api/incidents/${open.id}/acknowledge`, {}, { 'Idempotency-Key': 'an-act-of-the-exports-test' });
    expect(noted.status, noted.body).toBe(200);
    const after = await made({ exportType: 'incidents', filter: {} });
    expect(after.asOf.seq).toBeGreaterThan(before.asOf.seq);
    expect(after.file.sha256).not.toBe(before.file.sha256);
    expect((await made({ exportType: 'incidents', filter: {} })).file.sha256).toBe(after.file.sha256);
  });

  it('is verified by the file, its record and the public keys, and by nothing altered', { tags: ['D-33'] }, async () => {
    const answer = await made();
    const proof = proofOf(answer);
    const { content } = answer;
    expect(await verdictOf(proof, content)).toMatchObject({
      outcome: 'verified',
      intact: { state: 'passed' },
      signed: { state: 'passed' },
    });
    expect(await verdictOf(proof, content.replace(/\d{4}/, '9999'))).toMatchObject({
      outcome: 'not_verified',
      intact: { state: 'failed' },
    });
    expect(await verdictOf({ ...proof, filter: { status: 'paid' } }, content)).toMatchObject({ intact: { state: 'failed' } });
    const mismatch = { signed: { state: 'failed', code: 'payload_mismatch' } };
    const later = { ...proof, metadata: { ...proof.metadata, expiresAt: '2030-01-01T00:00:00.000Z' } };
    expect(await verdictOf(later, content)).toMatchObject(mismatch);
    expect(await verdictOf({ ...proof, metadata: { ...proof.metadata, filterHash: 'a'.repeat(64) } }, content)).toMatchObject(mismatch);
    expect(await verdictOf({ ...proof, file: { ...proof.file, name: 'another.csv' } }, content)).toMatchObject(mismatch);
    expect(await verdictOf({ ...proof, file: { ...proof.file, sizeBytes: 1 } }, content)).toMatchObject(mismatch);
    expect(await verdictOf({ ...proof, asOf: { seq: 1, at: signedAt } }, content)).toMatchObject(mismatch);
    expect(await verdictOf({ ...proof, asOf: undefined }, content)).toMatchObject(mismatch);
    expect(await verdictOf(proof, content, 'kampala')).toMatchObject({ signed: { state: 'failed', code: 'wrong_tenant' } });
  });

  it('binds the covenants of the rows, and names none where rows have none', { tags: ['C-50'] }, async () => {
    const { portfolios } = (await bank.get('/api/refinance/portfolios')).json();
    const covenants = [...new Set(portfolios.map((one: { covenantHash: string }) => one.covenantHash))].sort() as string[];
    const { record } = await made({ exportType: 'refinance_portfolios', filter: {} });
    expect(record.covenant_hash).toBe(covenants.length === 1 ? covenants[0] : hash(canonicalize(covenants) ?? ''));
    expect((await made({ exportType: 'evidence_packs', filter: {} })).record).not.toHaveProperty('covenant_hash');
  });

  it('refuses who may not export, and who may not see the table', { tags: ['D-6', 'A-9'] }, async () => {
    for (const client of [operator, auditor]) expect((await client.post('/api/exports', wish)).status).toBe(403);
    // A bank officer may export but may not see the agents' trail.
    expect((await bank.post('/api/exports', { ...wish, exportType: 'ai_trail', filter: {} })).status).toBe(403);
    expect((await admin.post('/api/exports', { ...wish, exportType: 'ai_trail', filter: {} })).status).toBe(200);
    expect((await test.anonymous().post('/api/exports', wish)).status).toBe(401);
  });

  it('a row that was changed in the database is signed by nobody: the file is refused by its name, a list without it is made, and the refusal stands on record', {
    tags: ['P-3', 'D-9'],
  }, async () => {
    const { db } = test.platform;
    const wanted = { exportType: 'verifications', format: 'csv' } as const;
    const row = await db
      .selectFrom('verifications')
      .selectAll()
      .where('tenant_id', '=', 'demo')
      .where('status', '=', 'verified')
      .orderBy('ordinal', 'desc')
      .executeTakeFirstOrThrow();
    const change = (to: { readonly uptime?: number; readonly seal?: string }) =>
      behindTheRules(db, (trx) =>
        trx.updateTable('verifications').set(to).where('tenant_id', '=', 'demo').where('vrf_id', '=', row.vrf_id).execute(),
      );
    const back = { uptime: row.uptime, seal: row.seal };
    const changed = { ...row, uptime: row.uptime / 2 };
    const resealed = hash(
      canonicalChainEntry('demo', {
        chainIndex: row.chain_index,
        vrfId: row.vrf_id,
        siteCode: row.site_code,
        timestamp: row.sealed_at,
        performanceKpis: { uptime: changed.uptime, fuelSavings: row.fuel_savings, emissionReduction: row.emission_reduction },
        status: row.status,
        covenantHash: row.covenant_hash,
        evidenceHash: row.evidence_hash,
        prevHash: row.prev_hash,
      }),
    );
    for (const [what, to] of [
      ['a figure', { uptime: changed.uptime }],
      ['a figure, sealed anew in the row', { uptime: changed.uptime, seal: resealed }],
      ['the seal', { seal: 'a'.repeat(64) }],
    ] as const) {
      await change(to);
      const refused = await bank.post('/api/exports', { ...wanted, filter: {} });
      expect([refused.status, refused.json().error.code], what).toEqual([409, 'conflict']);
      expect(refused.json().error.message, what).toContain(`Nothing is signed: ${row.vrf_id} at place`);
      // Rows are checked after filtering.
      const others = await made({ ...wanted, filter: { status: 'disputed' } });
      expect(others.metadata.recordCount, what).toBeGreaterThan(0);
      await change(back);
    }
    expect((await made({ ...wanted, filter: {} })).metadata.recordCount).toBe(1247);
    const lines = (await onRecord()).filter(({ outcome }) => outcome === 'refused');
    expect(lines).toHaveLength(3);
    expect(lines[0]?.details).toMatchObject({ reason: expect.stringContaining(row.vrf_id) });
  });

  it('a line of the record that was changed is signed by nobody either', { tags: ['P-3', 'D-27'] }, async () => {
    const { db } = test.platform;
    const change = (name: string) =>
      behindTheRules(db, (trx) =>
        trx.updateTable('audit_records').set({ actor_name: name }).where('tenant_id', '=', 'demo').where('chain_index', '=', 3).execute(),
      );
    const { actor_name: name } = await db
      .selectFrom('audit_records')
      .select('actor_name')
      .where('tenant_id', '=', 'demo')
      .where('chain_index', '=', 3)
      .executeTakeFirstOrThrow();
    await change('Somebody else');
    const refused = await admin.post('/api/exports', { exportType: 'audit_records', format: 'csv', filter: {} });
    expect([refused.status, refused.json().error.message]).toEqual([409, expect.stringContaining('line 3 does not say what was sealed')]);
    await change(name);
    expect((await made({ exportType: 'audit_records', filter: {} }, admin)).metadata.recordCount).toBeGreaterThan(0);
  });

  it('signs for no row that its own list leaves out, and says which it is', { tags: ['G-14', 'A-12'] }, async () => {
    const { db } = test.platform;
    const { body, report_id: reportId } = await db
      .selectFrom('compliance_reports')
      .select(['body', 'report_id'])
      .where('tenant_id', '=', 'demo')
      .limit(1)
      .executeTakeFirstOrThrow();
    const { runbook_url: runbook, incident_id: incidentId } = await db
      .selectFrom('incidents')
      .select(['runbook_url', 'incident_id'])
      .where('tenant_id', '=', 'demo')
      .limit(1)
      .executeTakeFirstOrThrow();
    const set = {
      compliance_reports: (held: string) => sql`update compliance_reports set body = ${held} where report_id = ${reportId}`,
      incidents: (held: string | null) => sql`update incidents set runbook_url = ${held} where incident_id = ${incidentId}`,
    };
    for (const { exportType, name, damage, mend } of [
      { exportType: 'compliance_reports', name: reportId, damage: set.compliance_reports('no report'), mend: set.compliance_reports(body) },
      { exportType: 'incidents', name: incidentId, damage: set.incidents('javascript:alert(1)'), mend: set.incidents(runbook) },
    ] as const) {
      await behindTheRules(db, (trx) => damage.execute(trx));
      const refused = await admin.post('/api/exports', { exportType, format: 'csv', filter: {} });
      expect([refused.status, refused.json().error.message]).toEqual([409, expect.stringContaining(`${name} is damaged`)]);
      await behindTheRules(db, (trx) => mend.execute(trx));
      expect((await made({ exportType, filter: {} }, admin)).metadata.recordCount).toBeGreaterThan(0);
    }
  });

  it('makes one file at a time for an account, and the next when that is done', { tags: ['P-3'] }, async () => {
    const hold = holdSnapshots();
    const first = bank.post('/api/exports', { ...wish, exportType: 'verifications', filter: {} });
    await hold.reached;
    for (const again of [1, 2]) expect((await bank.post('/api/exports', wish)).status, String(again)).toBe(429);
    const other = admin.post('/api/exports', wish);
    hold.end();
    expect([(await first).status, (await other).status]).toEqual([200, 200]);
    expect((await bank.post('/api/exports', wish)).status).toBe(200);
  });

  it('refuses what is no export', { tags: ['C-64'] }, async () => {
    for (const change of [{ exportType: 'accounts' }, { filter: { nested: {} } }, { format: 'xlsx' }, { seenAsOf: 'yesterday' }])
      expect((await bank.post('/api/exports', { ...wish, ...change })).status, JSON.stringify(change)).toBe(400);
  });

  it('goes on while the kill switch is on: it changes nothing', { tags: ['D-23'] }, async () => {
    const stop = { active: true, reason: 'A drill for the exports', confirmation: 'STOP' };
    const pulled = await admin.call('PUT', '/api/system/kill-switch', stop);
    expect(pulled.status, pulled.body).toBe(200);
    expect((await bank.post('/api/reports/pcaf')).status).toBe(423);
    expect((await bank.post('/api/exports', wish)).status).toBe(200);
  });
});
