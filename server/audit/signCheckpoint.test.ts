import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Checkpoint } from '../../src/contracts/checkpoint.ts';
import { everyEndpoint } from '../../src/contracts/everyEndpoint.ts';
import { judgeCheckpoint } from '../../src/evidence/checkpoint.ts';
import { lintKeys } from '../../src/evidence/keys.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { signAllDue } from './checkpoints.ts';

let test: TestPlatform;
let bank: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  bank = await test.signIn('bank@ukweli.example');
});
afterAll(() => test.close());

const ask = (index: number, client = bank) => client.post('/api/checkpoints/sign', { index });
const all = async (): Promise<Checkpoint[]> => (await bank.get('/api/checkpoints?chain=verifications')).json().checkpoints;
const headOf = async (): Promise<number> => {
  const { last } = await test.platform.db
    .selectFrom('chain_entries')
    .select(({ fn }) => fn.max<number>('chain_index').as('last'))
    .where('tenant_id', '=', 'demo')
    .executeTakeFirstOrThrow();
  return last;
};
const asked = () =>
  test.platform.db.selectFrom('audit_records').selectAll().where('action', '=', 'checkpoint.sign').orderBy('chain_index').execute();
/** Simulates an attacker with database access, who bypasses the triggers that protect append-only tables. */
const tampered: (work: Parameters<typeof behindTheRules>[1]) => Promise<unknown> = (work) => behindTheRules(test.platform.db, work);
const withoutCheckpoints = () => tampered((db) => db.deleteFrom('checkpoints').where('tenant_id', '=', 'demo').execute());

describe('a checkpoint for a proof that is being saved', { tags: ['P-10'] }, () => {
  it('is signed at the newest link where none stands, once, and on record by who asked', { tags: ['P-10'] }, async () => {
    expect(await all()).toEqual([]);
    const head = await headOf();
    const answers = await Promise.all([ask(head), ask(head), ask(head - 3)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map((answer) => answer.json().checkpoint.index)).toEqual([head, head, head]);
    expect((await all()).map(({ index }) => index)).toEqual([head, 999]);
    const { keys } = (await bank.get('/api/jwks')).json();
    const at = test.clock.now().toISOString();
    expect(await judgeCheckpoint(answers[0]?.json().checkpoint, lintKeys(keys), 'demo', at)).toMatchObject({ ok: true });
    expect(await asked()).toMatchObject([{ actor_id: expect.any(String), outcome: 'done', target: 'verifications' }]);
  });

  it('where one stands at the link or after it, that is answered and nothing is signed or written', { tags: ['P-10'] }, async () => {
    expect((await ask(12)).json().checkpoint.index).toBe(999);
    expect((await all()).length).toBe(2);
    expect((await asked()).length).toBe(1);
  });

  it('is not signed for a link that is not there, nor for who may not see the chain', { tags: ['P-10'] }, async () => {
    expect((await ask((await headOf()) + 1)).status).toBe(404);
    expect((await ask(-1)).status).toBe(400);
    expect((await ask(1, test.anonymous())).status).toBe(401);
    // The index is looked up in the caller's own tenant, whose chain is shorter.
    const kampala = await test.signIn('operator@kampala.example');
    expect((await ask(await headOf(), kampala)).status).toBe(404);
    expect((await all()).length).toBe(2);
  });

  it('is signed in read-only mode too: an emergency is when people take their proofs away', { tags: ['P-10'] }, async () => {
    await withoutCheckpoints();
    const admin = await test.signIn('admin@ukweli.example');
    const { method, path } = everyEndpoint.changeKillSwitch;
    const pulled = await admin.call(method, path, { active: true, confirmation: 'STOP', reason: 'Meter fraud at Kilifi' });
    expect(pulled.status, pulled.body).toBe(200);
    expect((await ask(await headOf())).status).toBe(200);
    await admin.call(method, path, { active: false, version: pulled.json().version, reason: 'Meters replaced' });
  });

  it('nothing is signed past a link that does not hold, whoever asks, and that is on record', { tags: ['P-10'] }, async () => {
    await withoutCheckpoints();
    const head = await headOf();
    const broken = head - 5;
    const link = () =>
      test.platform.db.selectFrom('chain_entries').select('seal').where('tenant_id', '=', 'demo').where('chain_index', '=', broken);
    const { seal } = await link().executeTakeFirstOrThrow();
    const put = (to: string) =>
      tampered((db) =>
        db.updateTable('chain_entries').set({ seal: to }).where('tenant_id', '=', 'demo').where('chain_index', '=', broken).execute(),
      );
    await put('f'.repeat(64));
    const answer = await ask(head);
    expect([answer.status, answer.json().error.message]).toEqual([
      409,
      `Link ${broken} of the chain does not hold: the platform signs nothing past it`,
    ]);
    expect((await all()).every(({ index }) => index < broken)).toBe(true);
    expect((await asked()).at(-1)).toMatchObject({ outcome: 'refused' });
    await put(seal);
    expect((await ask(head)).status).toBe(200);
  });

  it('nobody has it sign endlessly: so many within an hour, and the daily ones go on', { tags: ['P-10'] }, async () => {
    const head = await headOf();
    const at = test.clock.business().getTime();
    await withoutCheckpoints();
    await tampered((db) =>
      db
        .insertInto('checkpoints')
        .values(
          Array.from({ length: 60 }, (_, place) => ({
            tenant_id: 'demo',
            chain: 'verifications' as const,
            chain_index: place,
            seal: 'a'.repeat(64),
            at: new Date(at - place * 1000).toISOString(),
            jws: 'x',
          })),
        )
        .execute(),
    );
    expect((await ask(head)).status).toBe(429);
    await withoutCheckpoints();
    await signAllDue(test.platform);
    expect((await all())[0]?.index).toBe(head);
  });
});
