import { createHash } from 'node:crypto';
import { checkIntact } from '../../src/evidence/verify.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPack, openSeedSigners, seedPacks, storedFile } from '../evidence/seedPacks.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import { sealManifest } from '../evidence/manifests.ts';
import { ensureCurrentKey } from '../evidence/signingKeys.ts';
import { LINK_LIFE_MS } from '../evidence/downloadTokens.ts';
import { rotateSecrets } from '../secrets/secretActs.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
let admin: TestClient;
let operator: TestClient;
let kampala: TestClient;

beforeAll(async () => {
  test = await createTestPlatform();
  const { db, config } = test.platform;
  const atMs = test.clock.now().getTime();
  const signers = await openSeedSigners(db, config, atMs);
  // Only packs, without portfolios and verifications.
  for (const [tenantId, siteCode, prefix, vrf] of [
    ['demo', 'KE-KLF-011', 'EP-', 'VRF-00000'],
    ['kampala', 'UG-JJA-001', 'KP-', 'KVR-00000'],
  ] as const) {
    await db
      .insertInto('covenants')
      .values({
        tenant_id: tenantId,
        covenant_hash: 'c'.repeat(64),
        title: 't',
        covenant_version: 1,
        agreed_at: new Date(),
        terms: '{}',
        version: 1,
      })
      .execute();
    await behindTheRules(db, (trx) =>
      trx
        .insertInto('sites')
        .values({
          tenant_id: tenantId,
          site_code: siteCode,
          name: 'A school',
          county: 'x',
          kind: 'school',
          served: 1,
          covenant_hash: 'c'.repeat(64),
          portfolio_id: 'p',
          version: 1,
        })
        .execute(),
    );
    const requests = Array.from({ length: 3 }, (_, index) => ({
      vrfId: `${vrf}${index}`,
      siteCode,
      siteName: 'A school',
      status: 'verified' as const,
      sealedAtMs: atMs - index * 60_000,
      uptime: 97,
      fuelSavings: 20,
    }));
    await behindTheRules(db, (trx) => seedPacks(trx, tenantId, prefix, requests, signers));
  }
  admin = await test.signIn('admin@ukweli.example');
  operator = await test.signIn('operator@ukweli.example');
  kampala = await test.signIn('operator@kampala.example');
});
afterAll(() => test.close());

async function links(client: TestClient, packId: string, files: readonly string[]) {
  return client.post(`/api/evidence/${packId}/signed-urls`, { files });
}
async function link(client: TestClient, name = 'meter-readings.csv'): Promise<string> {
  const { urls } = (await links(client, 'EP-0934', [name])).json<{ urls: Record<string, string> }>();
  return urls[name] ?? '';
}

describe('evidence calls', () => {
  it('the key set is public and in the document’s shape', { tags: ['C-43', 'C-75'] }, async () => {
    const answer = await test.anonymous().get('/api/jwks');
    expect(answer.status).toBe(200);
    expect(answer.json().keys.map((key: { kid: string }) => key.kid)).toEqual([
      expect.stringMatching(/^ukweli-\d{4}-\d{2}-\d{2}-[\w-]{12}$/),
      expect.stringMatching(/^ukweli-\d{4}-\d{2}-\d{2}-[\w-]{12}$/),
    ]);
    expect(answer.body).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
  });

  it('lists the tenant’s packs, newest first, and its manifests', { tags: ['C-24', 'C-75'] }, async () => {
    const { packs, totalCount } = (await operator.get('/api/evidence')).json();
    expect(totalCount).toBe(3);
    expect(packs.map((pack: { packId: string }) => pack.packId)).toEqual(['EP-0934', 'EP-0933', 'EP-0932']);
    const manifest = (await operator.get('/api/evidence/EP-0934/manifest')).json();
    expect(Object.keys(manifest).toSorted()).toEqual([
      'files',
      'jwsSignature',
      'manifestHash',
      'packId',
      'signatureTimestamp',
      'signerKid',
      'wormStatus',
    ]);
  });

  it('needs view:evidence; another tenant’s pack is not there', { tags: ['C-75'] }, async () => {
    expect((await test.anonymous().get('/api/evidence')).status).toBe(401);
    expect((await kampala.get('/api/evidence/EP-0934/manifest')).status).toBe(404);
    expect((await links(kampala, 'EP-0934', ['meter-readings.csv'])).status).toBe(404);
    expect((await kampala.get('/api/evidence')).json().packs.map((pack: { packId: string }) => pack.packId)).toEqual([
      'KP-0934',
      'KP-0933',
      'KP-0932',
    ]);
  });

  it('a link gives the listed bytes as a download, kept by no cache', { tags: ['C-75', 'A-16'] }, async () => {
    const answer = await operator.get(await link(operator));
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="meter-readings.csv"; filename*=UTF-8''meter-readings.csv`,
    });
    const { files } = (await operator.get('/api/evidence/EP-0934/manifest')).json();
    const listed = files.find((file: { name: string }) => file.name === 'meter-readings.csv');
    expect(createHash('sha256').update(answer.body, 'utf8').digest('hex')).toBe(listed.hash);
  });

  it('a file of any legal name comes down under its own link, byte for byte and by its own name', { tags: ['C-75', 'D-7'] }, async () => {
    const { platform } = test;
    const signer = await ensureCurrentKey(platform.db, await openKeyWrap(platform.config), test.clock.now());
    const names = [
      'Risiti za mafuta, Machi 2025.pdf',
      ' spaces at both ends ',
      '100%.csv',
      '%2e%2e%2fpasswd',
      '%zz',
      'what?.csv',
      'part #2.csv',
      'a=b&c;d+e.csv',
      `it's "quoted", <b>bold.html`,
      'picha ya jikoni ጥሩ 🔥.jpg',
      'e\u0301 and \u00e9.csv',
      '\u00a0no-break\u3000wide',
      '...',
      'constructor',
      'ጥ'.repeat(255),
    ];
    const files = names.map((name, index) => storedFile({ name, contentType: 'text/csv', bytes: Buffer.from(`bytes of file ${index}`) }));
    const subject = { packId: 'EP-0001', siteCode: 'KE-KLF-011', vrfId: 'VRF-000009' };
    const sealed = await sealManifest(signer, 'demo', subject, files, '2025-11-18T10:21:54Z');
    await behindTheRules(platform.db, (db) => insertPack(db, 'demo', subject, sealed, files, new Date(0)));
    try {
      const manifest = (await operator.get('/api/evidence/EP-0001/manifest')).json();
      expect(await checkIntact(manifest, '')).toMatchObject({ state: 'passed' });
      const { urls } = (await links(operator, 'EP-0001', names)).json<{ urls: Record<string, string> }>();
      expect(Object.keys(urls).toSorted()).toEqual(names.toSorted());
      for (const [index, name] of names.entries()) {
        // As a browser sends it: through its URL parser.
        const { pathname, search } = new URL(urls[name] ?? '', 'http://localhost');
        const answer = await operator.get(pathname + search);
        expect(answer.status, name).toBe(200);
        expect(answer.body).toBe(`bytes of file ${index}`);
        const disposition = String(answer.headers['content-disposition']);
        expect(decodeURIComponent(disposition.split("filename*=UTF-8''")[1] ?? '')).toBe(name);
        expect(disposition).toMatch(/^attachment; filename="[A-Za-z0-9._-]+"; filename\*=UTF-8''[!#$&+.^_`|~A-Za-z0-9%-]+$/);
      }
    } finally {
      await behindTheRules(platform.db, async (db) => {
        await db.deleteFrom('evidence_files').where('pack_id', '=', 'EP-0001').execute();
        await db.deleteFrom('evidence_packs').where('pack_id', '=', 'EP-0001').execute();
      });
    }
  });

  it('signs only names of the pack, and puts it on record', { tags: ['C-75', 'A-16'] }, async () => {
    for (const files of [['../secret'], ['meter-readings.csv', 'passwd'], [], ['meter-readings.csv\u0000']]) {
      expect((await links(operator, 'EP-0934', files)).status).toBe(400);
    }
    expect((await links(operator, 'EP-9999', ['meter-readings.csv'])).status).toBe(404);
    await links(admin, 'EP-0934', ['fuel-receipts.pdf', 'meter-readings.csv']);
    const record = await test.platform.db
      .selectFrom('audit_records')
      .selectAll()
      .where('action', '=', 'evidence.links_issued')
      .orderBy('audit_id', 'desc')
      .executeTakeFirst();
    expect(record).toMatchObject({ tenant_id: 'demo', target: 'EP-0934', outcome: 'done', details: { files: 2 } });
  });

  it('a link given out before secrets were rotated leads where it led, but not where they were rotated at once', {
    tags: ['G-2', 'C-75'],
  }, async () => {
    const url = await link(operator);
    await rotateSecrets(test.platform, 'Test', false);
    expect([(await operator.get(url)).status, (await operator.get(await link(operator))).status]).toEqual([200, 200]);
    await rotateSecrets(test.platform, 'Test', true);
    expect([(await operator.get(url)).status, (await operator.get(await link(operator))).status]).toEqual([403, 200]);
  });

  it('a link is refused to another session, for another file, altered, and when it has expired', { tags: ['C-75', 'A-16'] }, async () => {
    const url = await link(operator);
    expect((await admin.get(url)).status).toBe(403);
    expect((await kampala.get(url)).status).toBe(403);
    expect((await test.anonymous().get(url)).status).toBe(401);
    expect((await operator.get(url.replace('meter-readings.csv', 'steam-flow-log.csv'))).status).toBe(403);
    expect((await operator.get(url.replace('EP-0934', 'EP-0933'))).status).toBe(403);
    expect((await operator.get(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`)).status).toBe(403);
    expect((await operator.get(url.replace(/\?.*/, ''))).status).toBe(400);
    expect((await operator.get(url.replace('meter-readings.csv', '..%2f..%2fkeys'))).status).not.toBe(200);
    const refusals = await test.platform.db
      .selectFrom('audit_records')
      .selectAll()
      .where('action', '=', 'evidence.download')
      .where('outcome', '=', 'refused')
      .execute();
    expect(refusals.length).toBeGreaterThan(3);

    // Links are valid for at most a quarter of an hour, even if the session lives on.
    const later = await test.signIn('operator@ukweli.example');
    const fresh = await link(later);
    test.clock.advance(LINK_LIFE_MS - 60_000);
    await test.platform.db
      .updateTable('sessions')
      .set({ expires_at: new Date(test.clock.now().getTime() + 3_600_000) })
      .execute();
    expect((await later.get(fresh)).status).toBe(200);
    test.clock.advance(60_000);
    expect((await later.get(fresh)).status).toBe(403);
  });
});
