import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportAnswerSchema, type ExportAnswer, type ExportProof, type ExportRequest } from '../../src/contracts/export.ts';
import type { RecordVerdict } from '../../src/contracts/verdict.ts';
import { z } from '../../src/contracts/zod.ts';
import { lintKeys } from '../../src/evidence/keys.ts';
import { checkRecord } from '../../src/evidence/records.ts';
import { FIXED_ANCHOR } from '../seed/anchor.ts';
import { createFakeClock, createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
let admin: TestClient;
let bank: TestClient;
let operator: TestClient;
let auditor: TestClient;

beforeAll(async () => {
  const clock = createFakeClock();
  test = await createTestPlatform({
    clock: { ...clock, business: () => new Date(FIXED_ANCHOR) },
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
const file = 'Payment,Amount\r\nPAY-1,6000\r\n';
const wish: ExportRequest = {
  exportType: 'rbf_payments',
  format: 'csv',
  filter: { status: 'paid', search: 'Kibera' },
  recordCount: 1,
  contentHash: hash(file),
};
const onRecord = () =>
  test.platform.db.selectFrom('audit_records').selectAll().where('action', '=', 'export.sign').orderBy('chain_index').execute();

async function made(change: Partial<ExportRequest> = {}): Promise<ExportAnswer> {
  const answer = await bank.post('/api/exports', { ...wish, ...change });
  expect(answer.status, answer.body).toBe(200);
  return z.parse(exportAnswerSchema, answer.json());
}
function proofOf({ record, metadata }: ExportAnswer): ExportProof {
  const { filter, format, contentHash } = wish;
  return { record, metadata, filter, file: { name: 'payments.csv', format, sizeBytes: file.length, sha256: contentHash }, dataAsOf: null };
}
async function verdictOf(proof: ExportProof, content: string, tenantId = 'demo'): Promise<RecordVerdict> {
  const { keys } = (await bank.get('/api/jwks')).json();
  const set = lintKeys(keys);
  return checkRecord({ kind: 'export', value: proof, fileHash: hash(content) }, { set, fetchedAt: null }, tenantId, FIXED_ANCHOR);
}

describe('POST /api/exports', () => {
  it('[C-50] [D-28] answers the signed record and the metadata, and puts the export on record', async () => {
    const before = (await onRecord()).length;
    const { record, metadata } = await made();
    expect(record).toMatchObject({
      tenant_id: 'demo',
      export_type: 'rbf_payments',
      filter_hash: hash(canonicalize(wish.filter) ?? ''),
      sign_ts: FIXED_ANCHOR,
    });
    expect(record).not.toHaveProperty('covenant_hash');
    // [T-1] Every amount is in its own currency: nothing was converted.
    expect(record).not.toHaveProperty('fx_snapshot_id');
    expect(metadata).toEqual({
      exportedAt: FIXED_ANCHOR,
      exportedBy: expect.any(String),
      filterHash: record.filter_hash,
      expiresAt: new Date(Date.parse(FIXED_ANCHOR) + 35 * 86_400_000).toISOString(),
      recordCount: 1,
    });
    const lines = await onRecord();
    expect(lines).toHaveLength(before + 1);
    expect(lines.at(-1)).toMatchObject({
      target: 'rbf_payments',
      outcome: 'done',
      details: { format: 'csv', recordCount: 1, contentHash: wish.contentHash, filterHash: record.filter_hash },
    });
    // What was looked for may be a person's name: only its hash is on record.
    expect(JSON.stringify(lines.at(-1))).not.toContain('Kibera');
  });

  it('[D-33] is verified by the file, its record and the public keys, and by nothing altered', async () => {
    const proof = proofOf(await made());
    expect(await verdictOf(proof, file)).toMatchObject({ outcome: 'verified', intact: { state: 'passed' }, signed: { state: 'passed' } });
    expect(await verdictOf(proof, file.replace('6000', '9000'))).toMatchObject({ outcome: 'not_verified', intact: { state: 'failed' } });
    expect(await verdictOf({ ...proof, filter: { status: 'paid' } }, file)).toMatchObject({ intact: { state: 'failed' } });
    const later = { ...proof, metadata: { ...proof.metadata, expiresAt: '2030-01-01T00:00:00.000Z' } };
    expect(await verdictOf(later, file)).toMatchObject({ signed: { state: 'failed', code: 'payload_mismatch' } });
    const other = { ...proof, metadata: { ...proof.metadata, filterHash: 'a'.repeat(64) } };
    expect(await verdictOf(other, file)).toMatchObject({ signed: { state: 'failed', code: 'payload_mismatch' } });
    expect(await verdictOf(proof, file, 'kampala')).toMatchObject({ signed: { state: 'failed', code: 'wrong_tenant' } });
  });

  it('[C-50] binds the covenants of the rows, and vouches for none that are not the tenant’s', async () => {
    const { portfolios } = (await bank.get('/api/refinance/portfolios')).json();
    const covenants = [...new Set(portfolios.map((one: { covenantHash: string }) => one.covenantHash))].sort() as string[];
    const { record } = await made({ exportType: 'refinance_portfolios', covenants });
    expect(record.covenant_hash).toBe(covenants.length === 1 ? covenants[0] : hash(canonicalize(covenants) ?? ''));
    expect((await bank.post('/api/exports', { ...wish, covenants: ['f'.repeat(64)] })).status).toBe(400);
  });

  it('[D-6] [A-9] refuses who may not export, and who may not see the table', async () => {
    for (const client of [operator, auditor]) expect((await client.post('/api/exports', wish)).status).toBe(403);
    // A bank officer exports, and does not see the agents' trail.
    expect((await bank.post('/api/exports', { ...wish, exportType: 'ai_trail' })).status).toBe(403);
    expect((await admin.post('/api/exports', { ...wish, exportType: 'ai_trail' })).status).toBe(200);
    expect((await test.anonymous().post('/api/exports', wish)).status).toBe(401);
  });

  it('[C-64] refuses what is no export', async () => {
    for (const change of [
      { exportType: 'accounts' },
      { contentHash: 'A'.repeat(64) },
      { filter: { __proto__x: 1 } },
      { filter: { nested: {} } },
      { recordCount: -1 },
    ])
      expect((await bank.post('/api/exports', { ...wish, ...change })).status, JSON.stringify(change)).toBe(400);
  });

  it('[D-23] goes on while the kill switch is on: it changes nothing', async () => {
    const stop = { active: true, reason: 'A drill for the exports', confirmation: 'STOP' };
    const pulled = await admin.call('PUT', '/api/system/kill-switch', stop);
    expect(pulled.status, pulled.body).toBe(200);
    expect((await bank.post('/api/reports/pcaf')).status).toBe(423);
    expect((await bank.post('/api/exports', wish)).status).toBe(200);
  });
});
