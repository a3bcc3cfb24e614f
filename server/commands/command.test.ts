import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { headers } from '../../src/contracts/endpoints.ts';
import { everyEndpoint } from '../../src/contracts/everyEndpoint.ts';
import { incidentNoteSchema } from '../../src/contracts/incident.ts';
import { z } from '../../src/contracts/zod.ts';
import { failPromoted } from '../entities/deadLetters.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import { ensureCurrentKey } from '../evidence/signingKeys.ts';
import { writeTransaction } from '../realtime/log.ts';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { keysKeptMs, pruneKeys, requestHash, scheduleKeyRetention } from './idempotency.ts';
import { decidedAtOf, platformWord } from './platformWord.ts';
import type { SecretName } from '../secrets/kinds.ts';
import { createSecrets } from '../secrets/secrets.ts';

let test: TestPlatform;
let operator: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  operator = await test.signIn('operator@ukweli.example');
});
afterAll(() => test.close());

const note = (text: string, key: string): Promise<TestAnswer> =>
  operator.post('/api/incidents/INC-0042/notes', { text }, { [headers.idempotency]: key });
const noted = (answer: TestAnswer, text: string): readonly unknown[] =>
  answer.json().incident.timeline.filter((entry: { text: string }) => entry.text === text);

/** Runs `work` as a build whose schema for this call's body differs. */
async function afterDeploy(body: z.core.$ZodType, work: () => Promise<void>): Promise<void> {
  const row: { body: z.core.$ZodType } = everyEndpoint.noteIncident;
  const before = row.body;
  row.body = body;
  try {
    await work();
  } finally {
    row.body = before;
  }
}

it('a command that took effect and is sent again after a deploy gave its shape a default is answered as it was', {
  tags: ['M-12', 'F-24'],
}, async () => {
  const key = 'deploy-default-000001';
  const first = await note(' Two workers added. ', key);
  expect(first.status, first.body).toBe(200);
  const withDefault = z.object({ text: incidentNoteSchema, visibility: z._default(z.string(), 'everybody') });
  await afterDeploy(withDefault, async () => {
    const again = await note(' Two workers added. ', key);
    expect([again.status, again.json()]).toEqual([200, first.json()]);
    expect(noted(again, 'Two workers added.')).toHaveLength(1);
    // The body as sent is what is compared: another body under the same key is another command.
    expect((await note('Something else.', key)).status).toBe(400);
  });
});

it('a key that an earlier build kept, under what its shape made of the body, is still this command', { tags: ['M-12'] }, async () => {
  const key = 'deploy-before-0000001';
  const first = await note(' Kept by the build before. ', key);
  expect(first.status, first.body).toBe(200);
  const before = requestHash({ call: 'noteIncident', params: { incidentId: 'INC-0042' }, body: { text: 'Kept by the build before.' } });
  await test.platform.db.updateTable('idempotency_keys').set({ request_hash: before }).where('key', '=', key).execute();
  expect((await note(' Kept by the build before. ', key)).json()).toEqual(first.json());
});

const minute = 60_000;
/** Advances the clock and signs in again, since the session may have expired. */
async function later(minutes: number): Promise<void> {
  test.clock.advance(minutes * minute);
  operator = await test.signIn('operator@ukweli.example');
}
/** Posts a note with the headers in which a device states when it was decided. */
const decided = (text: string, key: string, told: Readonly<Record<string, string>>): Promise<TestAnswer> =>
  operator.post('/api/incidents/INC-0042/notes', { text }, { [headers.idempotency]: key, ...told });
const wordTo = async (client: TestClient): Promise<string> =>
  String((await client.get('/api/auth/me')).headers[headers.platformWord.toLowerCase()]);
const told = (at: number, word: string) => ({ [headers.decidedAt]: new Date(at).toISOString(), [headers.platformWord]: word });
const lineOf = async (text: string) => {
  const rows = await test.platform.db.selectFrom('audit_records').selectAll().where('action', '=', 'incident.note').execute();
  return rows.find(({ details }) => details['text'] === text);
};

it('a key that is not well formed is refused, also where none is asked for: under it two sendings would be two commands', {
  tags: ['M-13', 'F-24'],
}, async () => {
  const admin = await test.signIn('admin@ukweli.example');
  const answer = await admin.call('DELETE', '/api/v1/admin/users/usr-demo-01', undefined, { [headers.idempotency]: 'short' });
  expect([answer.status, answer.json().error.code]).toEqual([400, 'bad_request']);
  const query = test.platform.db.selectFrom('accounts').select('status').where('account_id', '=', 'usr-demo-01');
  expect(await query.executeTakeFirst()).toEqual({ status: 'active' });
});

describe('when it was decided', { tags: ['M-7', 'D-56'] }, () => {
  it('stands beside the moment of receipt in the time line and in the sealed record, and a second sending keeps the first moments', async () => {
    const word = await wordTo(operator);
    const decidedAt = test.clock.now().getTime() + 5 * minute;
    await later(8 * 60);
    const first = await decided('Written on the way.', 'decided-at-000000001', told(decidedAt, word));
    const [entry] = noted(first, 'Written on the way.') as { at: string; decidedAt: string }[];
    expect(entry?.decidedAt).toBe(new Date(decidedAt).toISOString());
    expect(Date.parse(entry?.at ?? '')).toBe(test.clock.business().getTime());
    const line = await lineOf('Written on the way.');
    expect([line?.at, line?.details['decidedAt']]).toEqual([test.clock.now().toISOString(), new Date(decidedAt).toISOString()]);
    expect(await test.platform.audit.firstBroken('demo')).toBeNull();

    await later(1);
    const again = await decided('Written on the way.', 'decided-at-000000001', told(decidedAt + minute, word));
    expect(again.json()).toEqual(first.json());
  });

  it('is not earlier than the word that the device had from the platform, nor later than its receipt', async () => {
    const before = test.clock.now().getTime();
    const word = await wordTo(operator);
    await later(10);
    const early = await decided('By a clock that is slow.', 'decided-at-000000002', told(before - 3 * 60 * minute, word));
    expect((noted(early, 'By a clock that is slow.') as { decidedAt: string }[])[0]?.decidedAt).toBe(new Date(before).toISOString());
    const late = await decided('By a clock that is fast.', 'decided-at-000000003', told(before + 24 * 60 * minute, word));
    expect((noted(late, 'By a clock that is fast.') as { decidedAt: string }[])[0]?.decidedAt).toBe(test.clock.now().toISOString());
  });

  it('is nobody’s without a word of the platform’s own to this account: then only the receipt is on record', async () => {
    const word = await wordTo(operator);
    const [at = '', mac = ''] = word.split('.');
    const now = test.clock.now().getTime();
    const forged = [
      {},
      { [headers.decidedAt]: new Date(now).toISOString() },
      told(now, ''),
      told(now, `${(Number.parseInt(at, 36) - 60 * minute).toString(36)}.${mac}`),
      told(now, `${at}.${mac.slice(1)}A`),
      told(now, await wordTo(await test.signIn('bank@ukweli.example'))),
      { ...told(now, word), [headers.decidedAt]: 'yesterday' },
    ];
    for (const [index, headersOf] of forged.entries()) {
      const text = `Forged ${index}.`;
      const answer = await decided(text, `decided-forged-0000${index}`, headersOf);
      expect((noted(answer, text) as object[])[0]).not.toHaveProperty('decidedAt');
      expect((await lineOf(text))?.details).not.toHaveProperty('decidedAt');
    }
  });

  it('is nobody’s while the platform cannot read its secret: answers go out all the same, without a word, and with one once it is there again', async () => {
    const { platform } = test;
    const word = await wordTo(operator);
    const sent = Object.fromEntries(
      Object.entries(told(test.clock.now().getTime(), word)).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const restarted = { ...platform, secrets: createSecrets(platform) }; // starts without a cached secret
    const encryptedOf = async (name: SecretName): Promise<string> =>
      (await platform.db.selectFrom('platform_secrets').select('sealed').where('name', '=', name).executeTakeFirstOrThrow()).sealed;
    const put = (encrypted: string) =>
      platform.db.updateTable('platform_secrets').set({ sealed: encrypted }).where('name', '=', 'commands.word').execute();
    const encrypted = await encryptedOf('commands.word');
    await put(await encryptedOf('device.marks')); // another row's envelope, which cannot be opened in this row
    expect(await platformWord(restarted, 'usr-demo-operator')).toBeNull();
    expect(await decidedAtOf(restarted, 'usr-demo-operator', sent)).toBeNull();
    expect(test.logged.map((line) => JSON.parse(line).event)).toContain('commands.word_secret');
    await put(encrypted);
    expect(await platformWord(restarted, 'usr-demo-operator')).toBe(word);
    expect(await decidedAtOf(restarted, 'usr-demo-operator', sent)).toEqual(test.clock.now());
  });

  it('stands on a dead letter that was promoted and failed again, and in the record of what was refused', async () => {
    const word = await wordTo(await test.signIn('admin@ukweli.example'));
    const decidedAt = test.clock.now().getTime() + minute;
    await later(20);
    const admin = await test.signIn('admin@ukweli.example');
    const [letter] = (await admin.get('/api/dlq')).json().items;
    const promote = (key: string) =>
      admin.post(
        `/api/dlq/${letter.itemId}/promote`,
        { version: letter.version },
        { [headers.idempotency]: key, ...told(decidedAt, word) },
      );
    expect((await promote('decided-letter-00001')).status).toBe(200);
    expect((await promote('decided-letter-00002')).status).toBe(409);
    const { platform } = test;
    const signer = await ensureCurrentKey(platform.db, await openKeyWrap(platform.config), platform.clock.business());
    await writeTransaction(platform, 'demo', (trx, emit) =>
      failPromoted(
        { trx, emit, tenantId: 'demo', now: platform.clock.now(), day: platform.clock.business(), correlationId: 'c', signer },
        { itemId: letter.itemId, stage: 'saastain_intake' },
      ),
    );
    const back = (await admin.get('/api/dlq')).json().items.find(({ itemId }: { itemId: string }) => itemId === letter.itemId);
    expect(back.promoted).toEqual({
      by: 'Wanjiru Kamau',
      byId: 'usr-demo-admin',
      at: test.clock.business().toISOString(),
      decidedAt: new Date(decidedAt).toISOString(),
    });
    const lines = await platform.db.selectFrom('audit_records').selectAll().where('action', '=', 'dead_letter.promote').execute();
    const onRecord = lines.filter(({ details }) => details['decidedAt'] !== undefined);
    expect(onRecord.map(({ outcome, details }) => [outcome, details['decidedAt']])).toEqual([
      ['done', new Date(decidedAt).toISOString()],
      ['refused', new Date(decidedAt).toISOString()],
    ]);
  });
});

/** Runs `work` while an account has another role. */
async function inRole(email: string, role: 'auditor', work: () => Promise<void>): Promise<void> {
  const account = () => test.platform.db.updateTable('accounts').where('email', '=', email);
  await account().set({ role }).execute();
  try {
    await work();
  } finally {
    await account().set({ role: 'operator' }).execute();
  }
}

describe('a command that took effect, its answer lost, is answered as it was', { tags: ['M-12', 'F-24', 'F-38'] }, () => {
  it('though its sender’s role was changed before it was sent again; nothing else of theirs is, and nothing is doubled', async () => {
    const key = 'role-changed-00000001';
    const first = await note('Before the role was changed.', key);
    expect(first.status, first.body).toBe(200);
    await inRole('operator@ukweli.example', 'auditor', async () => {
      const again = await note('Before the role was changed.', key);
      expect([again.status, again.json()]).toEqual([200, first.json()]);
      expect(noted(again, 'Before the role was changed.')).toHaveLength(1);
      expect((await note('Something else under the same key.', key)).status).toBe(403);
      expect((await note('Something new.', 'role-changed-00000002')).status).toBe(403);
    });
  });

  it('though a deploy has made its shape narrower', async () => {
    const key = 'deploy-narrower-00001';
    const first = await note('A note without what is asked for now.', key);
    await afterDeploy(z.object({ text: incidentNoteSchema, visibility: z.string() }), async () => {
      const again = await note('A note without what is asked for now.', key);
      expect([again.status, again.json()]).toEqual([200, first.json()]);
      expect((await note('Another.', 'deploy-narrower-00002')).status).toBe(400);
    });
  });
});

it('what took effect before its key was forgotten takes no second one when a device sends it again after a month', {
  tags: ['M-3', 'F-24'],
}, async () => {
  const word = await wordTo(operator);
  const decidedAt = test.clock.now().getTime() + minute;
  await later(2);
  const key = 'kept-for-a-month-0001';
  expect((await decided('Said once.', key, told(decidedAt, word))).status).toBe(200);
  await later(keysKeptMs / minute + 60);
  await pruneKeys(test.platform.db, test.clock.now());
  const again = await decided('Said once.', key, told(decidedAt, word));
  expect([again.status, again.json().error?.code]).toEqual([409, 'conflict']);
  const { incidents } = (await operator.get('/api/incidents')).json();
  const [incident] = incidents.filter(({ id }: { id: string }) => id === 'INC-0042');
  expect(incident.timeline.filter(({ text }: { text: string }) => text === 'Said once.')).toHaveLength(1);
  // A command decided within the month is accepted, however old the last platform word is.
  expect((await decided('Said now.', 'kept-for-a-month-0002', told(test.clock.now().getTime(), word))).status).toBe(200);
});

it('forgets the keys that are old as it runs, within the hour, keeps the others, and forgets none once it has ended', {
  tags: ['D-31'],
}, async () => {
  const { db, clock } = test.platform;
  const used = (key: string, ageMs: number) =>
    db
      .insertInto('idempotency_keys')
      .values({
        tenant_id: 'demo',
        account_id: 'usr-demo-operator',
        key,
        request_hash: 'h',
        answer: '{}',
        used_at: new Date(clock.now().getTime() - ageMs).toISOString(),
      })
      .execute();
  const kept = async () =>
    (await db.selectFrom('idempotency_keys').select('key').where('key', 'like', 'hourly-%').orderBy('key').execute()).map(({ key }) => key);
  const starts: (() => unknown)[] = [];
  const ends: (() => unknown)[] = [];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    scheduleKeyRetention({ ...test.platform, onStart: (work) => void starts.push(work), onClose: (work) => void ends.push(work) });
    for (const start of starts) start();
    await used('hourly-new', keysKeptMs - 60 * minute);
    await used('hourly-old', keysKeptMs + minute);
    vi.advanceTimersByTime(60 * minute);
    await expect.poll(kept).toEqual(['hourly-new']);
    for (const end of ends) end();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
