import { screenHref } from '../../src/domain/screens/link.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headers } from '../../src/contracts/endpoints.ts';
import type { Notification } from '../../src/contracts/overview.ts';
import { addNotification } from '../entities/notices.ts';
import { readEvents } from '../realtime/head.ts';
import { writeTransaction } from '../realtime/log.ts';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
let operator: TestClient;
let auditor: TestClient;
let keys = 0;

beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  operator = await test.signIn('operator@ukweli.example');
  auditor = await test.signIn('auditor@ukweli.example');
});
afterAll(() => test.close());

const newKey = (): string => `notice-key-${String((keys += 1)).padStart(6, '0')}`;
const mark = (client: TestClient, notificationIds: readonly string[], as: string, key = newKey()): Promise<TestAnswer> =>
  client.post('/api/notifications/marks', { notificationIds, mark: as }, { [headers.idempotency]: key });
const list = async (client: TestClient): Promise<Notification[]> => (await client.get('/api/notifications')).json().notifications;
const ids = (notifications: readonly Notification[]): string[] => notifications.map(({ notificationId }) => notificationId);

describe('notifications of one person', () => {
  it('are read and put away for that person, on every device of theirs, and for nobody else', { tags: ['C-18'] }, async () => {
    const [first, second, third] = await list(operator);
    if (first === undefined || second === undefined || third === undefined) throw new Error('the seed has three');
    const head = await test.platform.db.selectFrom('event_heads').select('seq').where('tenant_id', '=', 'demo').executeTakeFirstOrThrow();

    expect((await mark(operator, [first.notificationId], 'read')).json()).toEqual({ marked: [first.notificationId] });
    expect((await mark(operator, [second.notificationId], 'dismissed')).status).toBe(200);
    const elsewhere = await test.signIn('operator@ukweli.example');
    const theirs = await list(elsewhere);
    expect(ids(theirs)).toEqual([first.notificationId, third.notificationId]);
    expect(theirs[0]?.readAt).toBeDefined();
    expect(theirs[1]?.readAt).toBeUndefined();
    // The higher version makes consoles replace the row they have.
    expect(theirs[0]?.version).toBe(first.version + 1);

    expect(await list(auditor)).toEqual([first, second, third]);
    // Other consoles are told to refetch the list, but not who read what.
    const told = await readEvents(test.platform.db, 'demo', { after: head.seq, upTo: head.seq + 10, topics: ['system'], limit: 10 });
    expect(told.map(({ frame }) => JSON.parse(frame.toString()).data)).toEqual([
      { changed: 'notifications' },
      { changed: 'notifications' },
    ]);
  });

  it('a mark sent twice, late, or of what is gone changes nothing and is no failure', { tags: ['C-18'] }, async () => {
    const [first] = await list(operator);
    const id = first?.notificationId ?? '';
    const key = newKey();
    const once = await mark(operator, [id], 'read', key);
    expect([once.status, once.json()]).toEqual([200, { marked: [] }]);
    expect((await mark(operator, [id], 'read', key)).json()).toEqual({ marked: [] });
    expect((await mark(operator, ['NTF-999999', id], 'dismissed')).json()).toEqual({ marked: [id] });
    // Marked as read on one device after it was dismissed on another.
    expect((await mark(operator, [id], 'read')).json()).toEqual({ marked: [] });
    expect(ids(await list(operator))).not.toContain(id);
  });

  it('one that comes in the place of another is new to everybody', { tags: ['C-18'] }, async () => {
    const before = await list(operator);
    await writeTransaction(test.platform, 'demo', (trx, emit) =>
      addNotification(
        { trx, emit, tenantId: 'demo', now: test.platform.clock.now(), day: test.platform.clock.business(), correlationId: 'c' },
        'warning',
        '4 items in Dead Letter Queue',
        'One more since',
        screenHref('dlq'),
        { replaces: true },
      ),
    );
    const after = await list(operator);
    expect(after[0]).toMatchObject({ title: '4 items in Dead Letter Queue' });
    expect(after[0]?.readAt).toBeUndefined();
    expect(ids(before)).not.toContain(after[0]?.notificationId);
    const marks = await test.platform.db.selectFrom('notification_marks').select('notification_id').execute();
    const left = await test.platform.db.selectFrom('notifications').select('notification_id').execute();
    for (const { notification_id } of marks) expect(left.map((one) => one.notification_id)).toContain(notification_id);
  });

  it('of another tenant do not exist; the act is on record, and read-only mode refuses it', { tags: ['C-18', 'A-9', 'D-27'] }, async () => {
    const kampala = await test.signIn('operator@kampala.example');
    const [theirs] = await list(kampala);
    const [mine] = await list(auditor);
    expect((await mark(auditor, [theirs?.notificationId ?? '', 'KNT-1'].filter(Boolean), 'read')).status).toBe(200);
    expect((await list(kampala))[0]?.readAt).toBeUndefined();
    expect((await mark(auditor, [mine?.notificationId ?? ''], 'dismissed')).status).toBe(200);
    const record = await test.platform.db
      .selectFrom('audit_records')
      .select(['action', 'actor_id', 'target'])
      .where('tenant_id', '=', 'demo')
      .where('action', '=', 'notification.dismiss')
      .where('actor_id', '=', 'usr-demo-auditor')
      .execute();
    expect(record).toEqual([{ action: 'notification.dismiss', actor_id: 'usr-demo-auditor', target: mine?.notificationId }]);
    const admin = await test.signIn('admin@ukweli.example');
    const pulled = await admin.call('PUT', '/api/system/kill-switch', {
      active: true,
      reason: 'A test of the switch',
      confirmation: 'STOP',
    });
    expect(pulled.status, pulled.body).toBe(200);
    expect((await mark(auditor, [mine?.notificationId ?? ''], 'read')).status).toBe(423);
  });
});
