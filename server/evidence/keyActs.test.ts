// Long: makes RSA keys, and restarts platforms between them.
import { calculateJwkThumbprint } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvidenceManifest } from '../../src/contracts/evidence.ts';
import { lintKeys } from '../../src/evidence/keys.ts';
import { checkSigned } from '../../src/evidence/verify.ts';
import { moveKillSwitch } from '../entities/killSwitch.ts';
import { readEvents, readHead } from '../realtime/head.ts';
import { writeTransaction } from '../realtime/log.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { finishKeyActs, type KeyAct, performKeyAct, SETTLING_MS } from './keyActs.ts';
import { openKeyWrap } from './keyWrap.ts';
import { sealManifest } from './manifests.ts';
import { readManifest } from './packs.ts';
import { ensureCurrentKey } from './signingKeys.ts';

let test: TestPlatform;
let admin: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  admin = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

const act = (asked: KeyAct) => performKeyAct(test.platform, asked, 'Command line (root)');
const signer = async () => ensureCurrentKey(test.platform.db, await openKeyWrap(test.platform.config), test.clock.business());
const set = async () => (await test.anonymous().get('/api/jwks')).json().keys as Readonly<Record<string, string>>[];
const life = async (kid: string) => (await admin.get('/api/keys')).json().keys.find((key: { kid: string }) => key.kid === kid);
const rowsOf = (state: 'retired' | 'withdrawn') =>
  test.platform.db.selectFrom('signing_keys').selectAll().where('state', '=', state).execute();
const rowOf = (kid: string) => test.platform.db.selectFrom('signing_keys').selectAll().where('kid', '=', kid).executeTakeFirstOrThrow();
const now = () => test.clock.now().toISOString();

/** The subject that the pack's signature names. */
const subject = ({ packId }: EvidenceManifest) => ({ packId, vrfId: 'VRF-001234', siteCode: 'KE-KTS-001' });

async function judged(manifest: EvidenceManifest, at = now()) {
  return checkSigned(manifest, { set: lintKeys(await set()), fetchedAt: null }, 'demo', at);
}
async function seeded(): Promise<EvidenceManifest> {
  return (await readManifest(test.platform.db, 'demo', 'EP-0934')) as EvidenceManifest; // of the seed
}

describe('the life of the platform’s keys', () => {
  it('a key’s id is its day and the beginning of its thumbprint, so that no other platform has one of it', {
    tags: ['P-6', 'D-54'],
  }, async () => {
    for (const jwk of await set()) {
      const thumbprint = await calculateJwkThumbprint({ kty: 'RSA', n: jwk['n'] ?? '', e: jwk['e'] ?? '' });
      expect(jwk['kid']).toMatch(/^ukweli-\d{4}-\d{2}-\d{2}-/);
      expect(jwk['kid']?.slice('ukweli-2025-11-18-'.length)).toBe(thumbprint.slice(0, 12));
    }
    const other = await createTestPlatform();
    const made = await ensureCurrentKey(other.platform.db, await openKeyWrap(other.platform.config), other.clock.business());
    const mine = await set();
    expect(mine.map(({ kid }) => kid)).not.toContain(made.kid);
    await other.close();
  });

  it('every seeded pack of a key that is ours was signed within the life of that key', { tags: ['P-6'] }, async () => {
    const packs = await test.platform.db.selectFrom('evidence_packs').select(['pack_id', 'tenant_id', 'signer_kid']).execute();
    const keys = { set: lintKeys(await set()), fetchedAt: null };
    expect(packs.length).toBe(35);
    for (const pack of packs) {
      const manifest = (await readManifest(test.platform.db, pack.tenant_id, pack.pack_id)) as EvidenceManifest; // listed above
      const part = await checkSigned(manifest, keys, pack.tenant_id, now());
      expect([pack.pack_id, part.state === 'passed' || pack.signer_kid]).toEqual([
        pack.pack_id,
        part.state === 'passed' ? true : 'field-unit-07',
      ]);
    }
  });

  it('rotated, retired, withdrawn: what counts, what is served, what is kept, what is told', {
    tags: ['P-6', 'A-18', 'D-54'],
  }, async () => {
    const before = await signer();
    const old = await seeded();
    expect(old.signerKid).toBe(before.kid);
    const { seq } = await readHead(test.platform.db, 'kampala');

    expect(await act({ act: 'retire', kid: before.kid })).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining('Rotate first') },
    });
    const rotated = await act({ act: 'rotate', from: before.kid });
    if (!rotated.ok) throw new Error(rotated.problem.message);
    const after = await signer();
    expect(rotated.value).toEqual({ kid: before.kid, signs: after.kid, again: false });
    expect(after.kid).not.toBe(before.kid);
    expect((await set()).map(({ kid }) => kid).slice(0, 2)).toEqual([after.kid, before.kid]);
    expect(await judged(old)).toMatchObject({ state: 'passed' });
    // Another administrator rotated meanwhile: `before` is no longer the current key.
    expect(await act({ act: 'rotate', from: before.kid })).toMatchObject({ ok: false });

    // Signatures under way at the rotation still count, so the key cannot be retired until they are finished.
    const underWay = await sealManifest(before, 'demo', subject(old), old.files, now());
    expect(await act({ act: 'retire', kid: before.kid })).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining('under way') },
    });
    expect((await rowOf(before.kid)).private_key).not.toBeNull();
    test.clock.advance(SETTLING_MS);
    expect(await act({ act: 'retire', kid: before.kid })).toMatchObject({ ok: true, value: { again: false, signs: after.kid } });
    const retiredAt = now();
    expect(await rowOf(before.kid)).toMatchObject({ state: 'retired', private_key: null, retired_at: retiredAt });
    expect((await set()).find(({ kid }) => kid === before.kid)).toMatchObject({ retiredAt });
    expect(await judged(old)).toMatchObject({ state: 'passed' });
    expect(await judged({ ...old, ...underWay })).toMatchObject({ state: 'passed' });

    // A signature made with a copy of the private key after retirement does not count.
    test.clock.advance(1000);
    const late = await sealManifest(before, 'demo', subject(old), old.files, now());
    expect(await judged({ ...old, ...late })).toMatchObject({ state: 'failed', code: 'signed_after_retirement' });
    const early = await sealManifest(after, 'demo', subject(old), old.files, '2025-01-01T00:00:00.000Z');
    expect(await judged({ ...old, ...early })).toMatchObject({ state: 'failed', code: 'signed_before_valid' });
    const kept = await test.platform.db.selectFrom('evidence_packs').select('signer_kid').where('tenant_id', '=', 'demo').execute();
    const packs = kept.filter(({ signer_kid: kid }) => kid === before.kid).length;
    expect(packs).toBeGreaterThan(20);
    expect(await life(before.kid)).toMatchObject({ state: 'retired', retiredAt, signed: { packs, reports: 2 } });
    expect(await life(after.kid)).toMatchObject({ state: 'current', signed: { packs: 0, reports: 0 } });

    // Withdrawal works while the kill switch is on.
    await writeTransaction(test.platform, 'demo', async (trx, emit) => {
      const writing = { trx, emit, tenantId: 'demo', now: test.clock.now(), day: test.clock.business(), correlationId: 'test' };
      await moveKillSwitch(writing, {
        active: true,
        reason: 'A drill',
        by: { id: 'usr-otieno', name: 'Otieno' },
        at: test.clock.now(),
        version: 1,
      });
    });
    expect(await act({ act: 'withdraw', kid: before.kid, reason: 'Backup stolen' })).toMatchObject({
      ok: true,
      value: { signs: after.kid },
    });
    expect((await set()).map(({ kid }) => kid)).not.toContain(before.kid);
    expect(await judged(old)).toMatchObject({ state: 'failed', code: 'unknown_kid' });
    expect(await life(before.kid)).toMatchObject({ state: 'withdrawn', reason: 'Backup stolen' });
    expect(await act({ act: 'retire', kid: before.kid })).toMatchObject({ ok: false });

    // If the current key is withdrawn, another signs at once.
    expect(await act({ act: 'withdraw', kid: after.kid, reason: 'Backup stolen' })).toMatchObject({ ok: true });
    const third = await signer();
    expect([before.kid, after.kid]).not.toContain(third.kid);
    expect(await act({ act: 'withdraw', kid: 'ukweli-2025-11', reason: 'x' })).toMatchObject({ ok: false });

    for (const tenantId of ['demo', 'kampala']) {
      const events = await readEvents(test.platform.db, tenantId, {
        after: tenantId === 'kampala' ? seq : 0,
        upTo: 1e9,
        topics: ['system'],
        limit: 100,
      });
      const told = events.map(({ frame }) => JSON.parse(frame)).filter(({ type }) => type === 'system.keys');
      expect(told.map(({ data }) => [data.act, data.kid])).toEqual([
        ['rotate', before.kid],
        ['retire', before.kid],
        ['withdraw', before.kid],
        ['withdraw', after.kid],
      ]);
      const lines = await test.platform.db
        .selectFrom('audit_records')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('action', 'like', 'key.%')
        .orderBy('chain_index')
        .execute();
      expect(lines.map(({ action, target, details }) => [action, target, details])).toEqual([
        ['key.rotate', before.kid, { signs: after.kid }],
        ['key.retire', before.kid, { signs: after.kid }],
        ['key.withdraw', before.kid, { signs: after.kid, reason: 'Backup stolen' }],
        ['key.withdraw', after.kid, { signs: third.kid, reason: 'Backup stolen' }],
      ]);
      expect(lines.every(({ actor_name: name }) => name === 'Command line (root)')).toBe(true);
      expect(await test.platform.audit.firstBroken(tenantId)).toBeNull();
    }
  });

  it('asked for again, an act is told where it was not told, and nowhere twice', { tags: ['P-6'] }, async () => {
    const { kid } = (await rowsOf('withdrawn'))[0] ?? { kid: '' };
    await test.platform.db.deleteFrom('events').where('tenant_id', '=', 'kampala').where('type', '=', 'system.keys').execute();
    await behindTheRules(test.platform.db, (db) =>
      sql`delete from audit_records where tenant_id = 'kampala' and action = 'key.withdraw' and target = ${kid}`.execute(db),
    );
    const told = (tenantId: string) =>
      test.platform.db
        .selectFrom('audit_records')
        .select('target')
        .where('tenant_id', '=', tenantId)
        .where('action', '=', 'key.withdraw')
        .where('target', '=', kid)
        .execute();
    expect([(await told('demo')).length, (await told('kampala')).length]).toEqual([1, 0]);
    expect(await act({ act: 'withdraw', kid, reason: 'Backup stolen' })).toMatchObject({ ok: true, value: { again: true } });
    expect([(await told('demo')).length, (await told('kampala')).length]).toEqual([1, 1]);
  });

  it('administrators see the set with its dates and what was signed; nobody else, and nobody changes it over HTTP', {
    tags: ['P-6'],
  }, async () => {
    const auditor = await test.signIn('auditor@ukweli.example');
    expect((await auditor.get('/api/keys')).status).toBe(403);
    expect((await test.anonymous().get('/api/keys')).status).toBe(401);
    const { keys, strange } = (await admin.get('/api/keys')).json();
    expect(keys.map(({ state }: { state: string }) => state)).toEqual(['current', 'withdrawn', 'withdrawn', 'retired']);
    expect(strange).toEqual([{ kid: 'field-unit-07', signed: { packs: 1, portfolios: 0, payments: 0, reports: 0 } }]);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) expect((await admin.call(method, '/api/keys')).status).toBe(404);
  });

  it('an act whose process ended before anybody was told is told at the next start, each as who did it said; asked for again it is not done twice', {
    tags: ['P-6', 'D-54'],
  }, async () => {
    const { db } = test.platform;
    const before = await signer();
    // Renaming the table makes the notification fail, as if the process had ended there.
    await sql`alter table tenants rename to tenants_aside`.execute(db);
    await expect(act({ act: 'rotate', from: before.kid })).rejects.toThrow('tenants');
    await sql`alter table tenants_aside rename to tenants`.execute(db);
    const after = await signer();
    expect(after.kid).not.toBe(before.kid);
    const told = (kid: string) =>
      db
        .selectFrom('audit_records')
        .selectAll()
        .where('action', '=', 'key.rotate')
        .where('target', '=', kid)
        .orderBy('tenant_id')
        .execute();
    expect(await told(before.kid)).toEqual([]);
    expect(await finishKeyActs(test.platform)).toEqual([]);
    expect(await finishKeyActs(test.platform)).toEqual([]);
    expect((await told(before.kid)).map(({ tenant_id: tenantId, details, actor_name: name }) => [tenantId, details, name])).toEqual([
      ['demo', { signs: after.kid }, 'Command line (root)'],
      ['kampala', { signs: after.kid }, 'Command line (root)'],
    ]);
    expect((await signer()).kid).toBe(after.kid);
  });

  it('a tenant that cannot be told keeps nobody else from hearing, and hears at the next act', { tags: ['P-6'] }, async () => {
    const { db } = test.platform;
    const before = await signer();
    await sql`alter table activities add constraint not_now check (tenant_id <> 'demo') not valid`.execute(db);
    await expect(act({ act: 'withdraw', kid: before.kid, reason: 'Backup stolen' })).rejects.toThrow('Not told to demo');
    await sql`alter table activities drop constraint not_now`.execute(db);
    const told = async () =>
      (
        await db
          .selectFrom('audit_records')
          .select('tenant_id')
          .where('action', '=', 'key.withdraw')
          .where('target', '=', before.kid)
          .execute()
      ).map(({ tenant_id: tenantId }) => tenantId);
    expect(await told()).toEqual(['kampala']);
    expect(await act({ act: 'rotate', from: (await signer()).kid })).toMatchObject({ ok: true });
    expect((await told()).toSorted()).toEqual(['demo', 'kampala']);
  });
});
