import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '../../src/contracts/endpoints.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
let admin: TestClient;

beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  admin = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

it('a link whose text is none takes no list along: its place is a gap, and the others are told', { tags: ['T-9', 'D-9'] }, async () => {
  const { db } = test.platform;
  // A record with an older entry, whose text is listed beside the newest.
  const moved = await db
    .selectFrom('chain_entries')
    .select(['vrf_id', ({ fn }) => fn.min('chain_index').as('place')])
    .where('tenant_id', '=', 'demo')
    .groupBy('vrf_id')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .orderBy('place', 'desc')
    .executeTakeFirstOrThrow();
  const before = (await admin.get('/api/verifications?limit=500')).json();
  for (const text of ['{"vrfId":', '"no link"', '{"vrfId":"VRF"}']) {
    await behindTheRules(db, (trx) =>
      trx
        .updateTable('chain_entries')
        .set({ canonical: text })
        .where('tenant_id', '=', 'demo')
        .where('chain_index', '=', Number(moved.place))
        .execute(),
    );
    const list = await admin.get('/api/verifications?limit=500');
    expect(list.status, text).toBe(200);
    expect(list.json().verifications).toHaveLength(before.verifications.length);
    const links = await admin.get(`${endpoints.chainLinks.path}?at=${Number(moved.place) - 3}-${moved.place}`);
    expect(links.status, text).toBe(200);
    expect(links.json().links).toHaveLength(3);
    const one = await admin.get(`/api/verifications/${moved.vrf_id}`);
    expect(one.status, text).toBe(200);
    expect(one.json().verification.vrfId).toBe(moved.vrf_id);
  }
});
