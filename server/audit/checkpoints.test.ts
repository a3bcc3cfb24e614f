import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Checkpoint } from '../../src/contracts/checkpoint.ts';
import { judgeCheckpoint } from '../../src/evidence/checkpoint.ts';
import { lintKeys } from '../../src/evidence/keys.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { signAllDue, signDue } from './checkpoints.ts';

let test: TestPlatform;
let admin: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  admin = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

const DAY_MS = 86_400_000;
/** Signs in anew for each request, because days pass between them. */
const told = async (query = ''): Promise<Checkpoint[]> =>
  (await (await test.signIn('admin@ukweli.example')).get(`/api/checkpoints${query}`)).json().checkpoints;
const linkAt = (index: number) =>
  test.platform.db
    .selectFrom('chain_entries')
    .select('seal')
    .where('tenant_id', '=', 'demo')
    .where('chain_index', '=', index)
    .executeTakeFirstOrThrow();
const headOf = async () => {
  const { last } = await test.platform.db
    .selectFrom('chain_entries')
    .select(({ fn }) => fn.max<number>('chain_index').as('last'))
    .where('tenant_id', '=', 'demo')
    .executeTakeFirstOrThrow();
  return last;
};
/** Simulates an attacker with database access, who bypasses the triggers that protect append-only tables. */
const tampered: (work: Parameters<typeof behindTheRules>[1]) => Promise<unknown> = (work) => behindTheRules(test.platform.db, work);

describe('signed checkpoints', () => {
  it('each chain has one at every thousandth link and one at its newest, signed by the platform, once', {
    tags: ['P-9', 'D-47', 'U-32'],
  }, async () => {
    expect(await told()).toEqual([]);
    const line = { tenantId: 'demo', actor: { id: null, name: 'A test' }, action: 'test.act', target: 'x', outcome: 'done' } as const;
    await test.platform.audit.record(null, { ...line, correlationId: 'test', ip: null });
    await signAllDue(test.platform);
    await signAllDue(test.platform);
    const head = await headOf();
    expect(head).toBeGreaterThan(1000);
    const verifications = await told('?chain=verifications');
    expect(verifications.map(({ index }) => index)).toEqual([head, 999]);
    expect(verifications[1]?.seal).toBe((await linkAt(999)).seal);
    const all = await told();
    expect(all.some(({ chain }) => chain === 'record')).toBe(true);
    const { keys } = (await admin.get('/api/jwks')).json();
    for (const checkpoint of all)
      expect(await judgeCheckpoint(checkpoint, lintKeys(keys), 'demo', test.clock.now().toISOString())).toMatchObject({ ok: true });
    const kampala = (await (await test.signIn('operator@kampala.example')).get('/api/checkpoints')).json().checkpoints as Checkpoint[];
    expect(new Set(kampala.map(({ tenantId }) => tenantId))).toEqual(new Set(['kampala']));
    expect((await test.anonymous().get('/api/checkpoints')).status).toBe(401);
  });

  it('the first at or after a link is asked for by its place', { tags: ['P-9'] }, async () => {
    expect((await told('?chain=verifications&from=12&limit=1')).map(({ index }) => index)).toEqual([999]);
    expect((await told('?chain=verifications&from=1000&limit=1')).map(({ index }) => index)).toEqual([await headOf()]);
    expect(await told(`?chain=verifications&from=${(await headOf()) + 1}`)).toEqual([]);
    expect((await admin.get('/api/checkpoints?from=-1')).status).toBe(400);
  });

  it('at least daily: a chain to which nothing was added is signed anew, and not before', { tags: ['P-9'] }, async () => {
    const before = await told('?chain=verifications');
    test.clock.advance(DAY_MS - 1000);
    await signDue(test.platform, 'demo', 'verifications');
    expect(await told('?chain=verifications')).toEqual(before);
    test.clock.advance(1000);
    await signDue(test.platform, 'demo', 'verifications');
    const after = await told('?chain=verifications');
    expect(after.map(({ index }) => index)).toEqual([await headOf(), await headOf(), 999]);
    expect(after[0]?.seal).toBe(after[1]?.seal);
    expect(after[0]?.at).toBe(test.clock.now().toISOString());
  });

  it('a history that was rewritten after it was signed gets no second signature, and a signature cannot be taken back', {
    tags: ['P-9'],
  }, async () => {
    const before = await told();
    const head = await headOf();
    const { seal } = await linkAt(head);
    test.clock.advance(DAY_MS);
    await tampered((db) =>
      db
        .updateTable('chain_entries')
        .set({ seal: 'f'.repeat(64) })
        .where('tenant_id', '=', 'demo')
        .where('chain_index', '=', head)
        .execute(),
    );
    expect(await signDue(test.platform, 'demo', 'verifications')).toBe(head);
    await signAllDue(test.platform);
    expect(test.logged.join('\n')).toContain('checkpoints.broken');
    expect((await told('?chain=verifications')).length).toBe(before.filter(({ chain }) => chain === 'verifications').length);
    // The other chain is still signed.
    expect((await told('?chain=record'))[0]?.at).toBe(test.clock.now().toISOString());
    await tampered((db) =>
      db.updateTable('chain_entries').set({ seal }).where('tenant_id', '=', 'demo').where('chain_index', '=', head).execute(),
    );
    expect(await signDue(test.platform, 'demo', 'verifications')).toBeNull();
    await expect(test.platform.db.deleteFrom('checkpoints').execute()).rejects.toThrow('never changed');
  });
});
