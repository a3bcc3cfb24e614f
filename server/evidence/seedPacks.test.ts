import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvidenceManifest } from '../../src/contracts/evidence.ts';
import { lintKeys } from '../../src/evidence/keys.ts';
import { checkIntact, checkSigned } from '../../src/evidence/verify.ts';
import { migrate } from '../db/migrations/index.ts';
import { createSingleSessionPool, openInMemory } from '../db/pgliteClient.ts';
import type { Database } from '../db/schema.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createKeyWrap } from './keyWrap.ts';
import { readManifest } from './packs.ts';
import type { PackRequest } from './packPlan.ts';
import { makeSeedSigners, type SeededPack, seedPacks } from './seedPacks.ts';
import { ensureCurrentKey, readKeySet } from './signingKeys.ts';

const anchorMs = Date.parse('2025-11-18T11:26:06Z');
const statuses = [
  'verified',
  'verified',
  'pending',
  'verified',
  'disputed',
  'failed',
  'verified',
  'verified',
  'verified',
  'verified',
] as const;
const requests: PackRequest[] = statuses.map((status, index) => ({
  vrfId: `VRF-00124${index}`,
  siteCode: 'KE-KLF-011',
  siteName: 'Kilifi Baobab Secondary',
  status,
  sealedAtMs: anchorMs - index * 3_600_000,
  uptime: 97,
  fuelSavings: 22.5,
}));
const wrap = createKeyWrap(new Uint8Array(32).fill(7));
let db: Kysely<Database>;
let seeded: SeededPack[];
let kids: { readonly current: string; readonly retired: string };

beforeAll(async () => {
  db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: createSingleSessionPool(await openInMemory(null)) }) });
  await migrate(db);
  // Packs only, without their tenant, portfolio or verifications.
  await behindTheRules(db, (trx) =>
    trx
      .insertInto('covenants')
      .values({
        tenant_id: 'demo',
        covenant_hash: 'c'.repeat(64),
        title: 't',
        covenant_version: 1,
        agreed_at: new Date(),
        terms: '{}',
        version: 1,
      })
      .execute(),
  );
  await behindTheRules(db, (trx) =>
    trx
      .insertInto('sites')
      .values({
        tenant_id: 'demo',
        site_code: 'KE-KLF-011',
        name: 'Kilifi Baobab Secondary',
        county: 'Kilifi',
        kind: 'school',
        served: 680,
        covenant_hash: 'c'.repeat(64),
        portfolio_id: 'p',
        version: 1,
      })
      .execute(),
  );
  const current = await ensureCurrentKey(db, wrap, new Date(anchorMs));
  const signers = await makeSeedSigners(db, current, anchorMs);
  kids = { current: current.kid, retired: signers.retired.kid };
  seeded = await behindTheRules(db, (trx) => seedPacks(trx, 'demo', 'EP-', requests, signers));
});
afterAll(() => db.destroy());

async function verdict(packId: string) {
  const manifest = (await readManifest(db, 'demo', packId)) as EvidenceManifest; // seeded above
  const keys = { set: lintKeys((await readKeySet(db)).keys), fetchedAt: null };
  const at = '2025-11-18T11:26:41Z';
  return { manifest, intact: await checkIntact(manifest, at), signed: await checkSigned(manifest, keys, 'demo', at) };
}

describe('seeded packs', () => {
  it('every honest pack verifies with the console’s own code against the served key set', { tags: ['D-7', 'P-1'] }, async () => {
    for (const { packId } of seeded.filter((_, index) => ![4, 5].includes(index))) {
      const { intact, signed } = await verdict(packId);
      expect(intact.state, packId).toBe('passed');
      // [P-1] The signature names what the seed seals.
      const { vrfId, siteCode } = requests[seeded.findIndex((each) => each.packId === packId)] ?? {};
      expect(signed, packId).toMatchObject({ state: 'passed', evidence: { signedFor: { verificationId: vrfId, siteCode }, lacks: [] } });
    }
  });

  it('the seed holds one pack of each kind: 1,000 files, a retired key, a changed list, a strange key', { tags: ['D-7'] }, async () => {
    expect(seeded.map(({ packId }) => packId)).toEqual(statuses.map((_, index) => `EP-0${934 - index}`));
    expect((await verdict('EP-0926')).manifest.files).toHaveLength(1000);
    expect(await verdict('EP-0925')).toMatchObject({ manifest: { signerKid: kids.retired }, signed: { state: 'passed' } });
    expect(await verdict('EP-0930')).toMatchObject({
      intact: { state: 'failed', message: 'Hash chain verification failed' },
      signed: { state: 'passed' },
    });
    expect(await verdict('EP-0929')).toMatchObject({
      intact: { state: 'passed' },
      signed: { state: 'failed', message: 'Unknown kid: field-unit-07' },
    });
  });

  it('stored bytes are the listed ones, and the hash for the chain is the signed one', { tags: ['D-8', 'D-9'] }, async () => {
    for (const { packId, manifestHash } of seeded) {
      const { manifest } = await verdict(packId);
      expect(manifest.manifestHash).toBe(manifestHash);
      const files = await db
        .selectFrom('evidence_files')
        .select(['hash', 'size', 'bytes'])
        .where('tenant_id', '=', 'demo')
        .where('pack_id', '=', packId)
        .execute();
      expect(files).toHaveLength(manifest.files.length);
      for (const file of files) {
        expect(createHash('sha256').update(file.bytes).digest('hex')).toBe(file.hash);
        expect(file.bytes.length).toBe(file.size);
      }
    }
  });

  it('the set holds the current and the retired key, both fit to be trusted, and no private member', { tags: ['D-7'] }, async () => {
    const { keys } = await readKeySet(db);
    expect(keys.map(({ kid }) => kid)).toEqual([kids.current, kids.retired]);
    expect(keys.map(({ retiredAt }) => retiredAt)).toEqual([undefined, new Date(anchorMs).toISOString()]);
    expect(lintKeys(keys).refused).toEqual([]);
  });

  it('the private key stands encrypted in the database, and a second start finds the same key', { tags: ['D-7'] }, async () => {
    const rows = await db.selectFrom('signing_keys').select(['kid', 'private_key']).execute();
    expect(rows.find(({ kid }) => kid === kids.retired)?.private_key).toBeNull();
    expect(rows.find(({ kid }) => kid === kids.current)?.private_key).toMatch(/^w1\./);
    const [one, two] = await Promise.all([ensureCurrentKey(db, wrap, new Date()), ensureCurrentKey(db, wrap, new Date())]);
    expect(one.privateKey.equals(two.privateKey)).toBe(true);
    await expect(ensureCurrentKey(db, createKeyWrap(new Uint8Array(32).fill(8)), new Date())).rejects.toThrow(/belong together/);
  });
});
