import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvidenceManifest, EvidencePack } from '../../src/contracts/evidence.ts';
import type { Verification } from '../../src/contracts/verification.ts';
import { checkChain, EMPTY_EVIDENCE_HASH } from '../../src/domain/records/chain.ts';
import { lintKeys } from '../../src/evidence/keys.ts';
import { checkSealedIn } from '../../src/evidence/sealedIn.ts';
import { checkIntact, checkSigned } from '../../src/evidence/verify.ts';
import { sha256, toChainEntry } from '../entities/verification.ts';
import { LIVE_PACKS_KEPT, nextId } from '../evidence/livePack.ts';
import { demoProfile } from '../seed/profiles.ts';
import { createRandom } from '../seed/random.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';
import type { Act } from './act.ts';
import { receiveVerification, retirePacks } from './acts/verifications.ts';
import { createTenantDayRunner } from './step.ts';

let test: TestPlatform;
let operator: TestClient;
const RECORDS = 24;

/** Plays one act repeatedly: its weight leaves no chance to the others. */
async function play(act: Act, times: number): Promise<void> {
  const day = createTenantDayRunner(test.platform, demoProfile, createRandom(11), [[1e9, act]]);
  for (let turn = 0; turn < times; turn += 1) {
    test.clock.advance(2500);
    await day.step();
  }
}
const packsNow = async (): Promise<EvidencePack[]> => (await operator.get('/api/evidence')).json().packs;
async function newestRecords(): Promise<Verification[]> {
  return (await operator.get(`/api/verifications?limit=${RECORDS}`)).json().verifications;
}
async function chainState(): Promise<string> {
  const rows = await test.platform.db
    .selectFrom('chain_entries')
    .select(['canonical', 'seal'])
    .where('tenant_id', '=', 'demo')
    .orderBy('chain_index')
    .execute();
  const entries = rows.map(toChainEntry);
  const last = entries.at(-1);
  return (await checkChain('demo', entries, last === undefined ? null : { chainIndex: last.chainIndex, seal: last.seal }, sha256)).state;
}

beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  await play(receiveVerification, RECORDS);
  operator = await test.signIn('operator@ukweli.example');
}, 120_000);
afterAll(() => test.close());

describe('evidence of the simulated day', () => {
  it('about every other new record seals a pack that is signed, listed, downloaded and found equal', {
    tags: ['D-7', 'D-9', 'P-1'],
  }, async () => {
    const { keys } = (await operator.get('/api/jwks')).json();
    const records = await newestRecords();
    const withPack = records.filter(({ evidencePackId }) => evidencePackId !== undefined);
    expect(withPack.length).toBeGreaterThan(RECORDS / 4);
    expect(withPack.length).toBeLessThan((RECORDS * 3) / 4);
    const listed = new Map((await packsNow()).map((pack) => [pack.packId, pack]));
    for (const record of records) {
      const packId = record.evidencePackId;
      if (packId === undefined) {
        expect(record.evidenceHash).toBe(EMPTY_EVIDENCE_HASH);
        continue;
      }
      const manifest: EvidenceManifest = (await operator.get(`/api/evidence/${packId}/manifest`)).json();
      expect(manifest.manifestHash).toBe(record.evidenceHash);
      expect((await checkIntact(manifest, '')).state).toBe('passed');
      const signed = await checkSigned(manifest, { set: lintKeys(keys), fetchedAt: null }, 'demo', test.clock.now().toISOString());
      const signedFor = { verificationId: record.vrfId, siteCode: record.siteCode };
      expect(signed).toMatchObject({ state: 'passed', evidence: { signedFor, lacks: [] } });
      const { entries, previous, next } = (await operator.get(`/api/verifications/${record.vrfId}`)).json();
      const beside = [...entries, previous, next].filter((entry) => entry !== null);
      const { manifestHash } = manifest;
      expect(
        await checkSealedIn({ manifestHash, signedFor, told: listed.get(packId) ?? null, entries: beside, tenantId: 'demo' }, ''),
      ).toMatchObject({ state: 'passed', evidence: { entry: { vrfId: record.vrfId, siteCode: record.siteCode } } });
      expect(Date.parse(manifest.signatureTimestamp)).toBeLessThan(Date.parse(record.timestamp));
      expect(listed.get(packId)).toMatchObject({ vrfId: record.vrfId, siteCode: record.siteCode, status: 'pending', wormStatus: 'locked' });
      const names = manifest.files.map(({ name }) => name);
      const { urls } = (await operator.post(`/api/evidence/${packId}/signed-urls`, { files: names })).json();
      for (const { name, size, hash } of manifest.files) {
        const { body } = await operator.get(urls[name]);
        const bytes = Buffer.from(body, 'utf8');
        // The samples are ASCII, so the test client's text keeps every byte.
        expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, hash]);
      }
    }
    expect(await chainState()).toBe('whole');
  });

  it('numbers on from the seed, newest first, and never the same number twice', { tags: ['D-7'] }, async () => {
    expect(nextId('EP-0934')).toBe('EP-0935');
    expect(nextId('EP-9999')).toBe('EP-10000');
    const ids = (await packsNow()).map(({ packId }) => Number(packId.slice(3)));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.at(-1)).toBe(908);
  });

  it('a platform that runs for weeks keeps the newest packs; the chain stays whole and says what each record was sealed with', {
    tags: ['D-9'],
  }, async () => {
    const before = await newestRecords();
    const live = (await packsNow()).filter(({ packId }) => packId > 'EP-0934');
    const bytes = live.reduce((sum, { totalBytes }) => sum + totalBytes, 0);
    // All packs ever kept fit into a few megabytes.
    expect((bytes / live.length) * LIVE_PACKS_KEPT).toBeLessThan(6 * 1024 * 1024);
    await play(async (scene) => {
      await retirePacks(scene, 3);
      return true;
    }, 1);
    const after = await packsNow();
    expect(after.filter(({ packId }) => packId > 'EP-0934').map(({ packId }) => packId)).toEqual(
      live.slice(0, 3).map(({ packId }) => packId),
    );
    expect(after.filter(({ packId }) => packId <= 'EP-0934')).toHaveLength(27);
    const files = await test.platform.db
      .selectFrom('evidence_files')
      .select('pack_id')
      .where('tenant_id', '=', 'demo')
      .distinct()
      .execute();
    expect(files).toHaveLength(30);

    const gone = new Set(live.slice(3).map(({ packId }) => packId));
    const now = new Map((await newestRecords()).map((record) => [record.vrfId, record]));
    for (const record of before) {
      const held = now.get(record.vrfId);
      if (!gone.has(record.evidencePackId ?? '')) expect(held).toEqual(record);
      else {
        const { evidencePackId: _, ...rest } = record;
        expect(held).toEqual({ ...rest, version: Number(record.version) + 1 });
      }
    }
    expect(await chainState()).toBe('whole');
    const [dropped = ''] = gone;
    expect((await operator.get(`/api/evidence/${dropped}/manifest`)).status).toBe(404);
  });
});
