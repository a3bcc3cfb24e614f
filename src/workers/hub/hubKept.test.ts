import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina, brian } from '../../../tests/builders/fakePlatform.ts';
import {
  closeDevices,
  countRows,
  endBrowser,
  holdClock,
  holdOpen,
  pass,
  passing,
  readRow,
  signedInAs,
} from '../../../tests/builders/hubDevice.ts';

const hour = 60 * 60_000;
const rowsOf = ({ id }: { readonly id: string }, generation = '') => `ukweli:demo:${id}${generation}`;

beforeEach(holdClock);
afterEach(closeDevices);

/** Brian at work without a link, with two unsent commands. */
async function withTwoUnsent() {
  const device = await signedInAs(brian);
  device.platform.up = false;
  device.platform.openStreams().forEach((stream) => stream.fail());
  await pass(100);
  await device.api.enqueue('decision-0000001', [{ kind: 'promote', items: [{ itemId: 'DLQ-1', version: 1 }] }]);
  await device.api.enqueue('decision-0000002', [{ kind: 'note', incidentId: 'INC-1', text: 'Called the site.' }]);
  return device;
}
type Device = Awaited<ReturnType<typeof withTwoUnsent>>;
const back = async (device: Pick<Device, 'platform' | 'hub'>) => {
  device.platform.up = true;
  device.hub.session.send({ type: 'moved' });
  await pass(6_000);
};
const unsent = (device: Pick<Device, 'api'>) => {
  const answer = device.api.unsent();
  return pass(2_000).then(() => answer);
};

/** The platform accepts no commands just now: they wait. */
const takesNoCommands = ({ platform }: Pick<Device, 'platform'>): void => {
  const busy = { status: 503, body: { error: { code: 'unavailable', message: 'Busy', correlationId: 'c' } } };
  for (const path of ['/api/dlq/DLQ-1/promote', '/api/incidents/INC-1/notes']) platform.replies.set(path, busy);
};

describe('what was decided and not sent', () => {
  it('stays over a change of role: the rows go, what the new role may do is sent, what it may not is refused by name and stays to be seen', {
    tags: ['M-3', 'F-38', 'C-73'],
  }, async () => {
    const device = await withTwoUnsent();
    const auditor = { ...brian, role: 'auditor' as const };
    device.platform.signIn(auditor);
    takesNoCommands(device);
    await back(device);
    expect(device.status().session).toMatchObject({ phase: 'signedIn', user: { role: 'auditor' } });
    const notices = device.page.told.flatMap((message) => (message.kind === 'notice' ? [`${message.title}: ${message.text}`] : []));
    expect(notices.find((text) => text.startsWith('Your role was changed'))).toContain('2 actions not sent yet are kept');
    const forbidden = { error: { code: 'forbidden', message: 'Your role may not promote', correlationId: 'c' } };
    device.platform.replies.set('/api/dlq/DLQ-1/promote', { status: 403, body: forbidden });
    device.platform.hello();
    await device.api.retryNow();
    await pass(40_000);
    expect(device.platform.count('/api/incidents/INC-1/notes'), 'tried in the new role').toBeGreaterThan(0);
    expect(await unsent(device), 'the other still waits').toEqual({ count: 1 });
    const told = device.page.told.flatMap((message) => (message.kind === 'notice' ? [`${message.title}: ${message.text}`] : []));
    expect(told.filter((text) => text.includes('DLQ-1 not promoted') && text.includes('Your role may not promote'))).toHaveLength(1);
  });

  it('what was typed stays too, over a change of role: beside what waits to be sent and alone, and only for its person', {
    tags: ['D-61', 'F-38', 'C-73'],
  }, async () => {
    const device = await withTwoUnsent();
    const key = 'incidents.act:INC-1';
    const actor = { userId: brian.id, tenantId: 'demo' };
    expect(await device.api.keepDraft(key, { text: 'Two workers were add' }, actor)).toMatchObject({ ok: true });
    device.platform.signIn({ ...brian, role: 'auditor' });
    takesNoCommands(device);
    await back(device);
    expect(device.status().session).toMatchObject({ phase: 'signedIn', user: { role: 'auditor' } });
    expect(await readRow(brian, 'drafts', key)).toMatchObject({ payload: { texts: { text: 'Two workers were add' } } });

    const forbidden = { status: 403, body: { error: { code: 'forbidden', message: 'No', correlationId: 'c' } } };
    for (const path of ['/api/dlq/DLQ-1/promote', '/api/incidents/INC-1/notes']) device.platform.replies.set(path, forbidden);
    device.platform.hello();
    await device.api.retryNow();
    await pass(40_000);
    expect(await unsent(device)).toEqual({ count: 0 });
    device.platform.signIn(brian);
    await back(device);
    expect(device.status().session).toMatchObject({ phase: 'signedIn', user: { role: brian.role } });
    expect(await readRow(brian, 'drafts', key)).toMatchObject({ payload: { texts: { text: 'Two workers were add' } } });

    device.platform.signIn(amina);
    await back(device);
    expect(device.status().session).toMatchObject({ phase: 'signedIn', user: { id: amina.id } });
    expect(await device.holds(brian)).toBe(false);
  });

  it('stays over a change of role that was made while the console was closed, and over a database that a stopped tab keeps', {
    tags: ['M-3', 'F-38'],
  }, async () => {
    const device = await withTwoUnsent();
    await endBrowser(device);
    device.platform.up = true;
    device.platform.signIn({ ...brian, role: 'auditor' });
    takesNoCommands(device);
    const next = device.start();
    await next.openPage('p2');
    await next.hub.begin();
    await pass(6_000);
    expect(next.status().session).toMatchObject({ phase: 'signedIn', user: { role: 'auditor' } });
    expect(await unsent(next)).toEqual({ count: 2 });

    // A page suspended in a read: nothing can be cleared, so the commands move to the next database.
    await holdOpen(rowsOf(brian), true, 'readonly');
    device.platform.signIn(brian);
    next.hub.session.send({ type: 'moved' });
    await pass(9_000);
    expect(next.status()).toMatchObject({ session: { phase: 'signedIn', user: { role: 'admin' } }, storeGeneration: 1, unsentGone: null });
    expect(await unsent(next)).toEqual({ count: 2 });

    // A start that cannot tell which database is theirs opens none: what is written to another one would be lost with it.
    await endBrowser(next);
    device.trouble.claim = true;
    const later = device.start();
    await later.openPage('p3');
    await later.hub.begin();
    await pass(6_000);
    expect(later.hub.sessionContext()).toBeNull();
    expect(later.status().storageProblem).toMatchObject({ code: 'storage', retry: true });
    device.trouble.claim = false;
    await pass(40_000);
    expect(later.status()).toMatchObject({ storeGeneration: 1, storageProblem: null });
    expect(await unsent(later)).toEqual({ count: 2 });
  });

  it('of an account that was put out is named to its person, whole, with its time, until they put it away; nothing of it is left on the disk', {
    tags: ['M-3', 'F-38'],
  }, async () => {
    const device = await withTwoUnsent();
    const decidedAt = Date.now();
    device.hub.session.send({ type: 'revoked' });
    await pass(4_000);
    expect(device.status()).toMatchObject({ session: { phase: 'signedOut', reason: 'revoked' }, leftBehind: 'gone' });
    expect(await device.holds(brian)).toBe(false);
    const gone = device.status().unsentGone;
    expect(gone).toMatchObject({ userId: brian.id, person: 'Brian (brian@ukweli.example)', unread: 0 });
    expect(gone?.items.map(({ command }) => command.kind)).toEqual(['promote', 'note']);
    expect(Math.abs((gone?.items[0]?.decidedAt ?? 0) - decidedAt)).toBeLessThan(10_000);
    await device.api.dismissGone();
    expect(device.status().unsentGone).toBeNull();
  });

  it('is shown to nobody else: another who signs in is told before how many wait, and after that they are removed', {
    tags: ['M-3', 'F-22'],
  }, async () => {
    const device = await withTwoUnsent();
    device.platform.up = true;
    device.platform.cookie = null;
    device.hub.session.send({ type: 'moved' });
    await pass(4_000);
    expect(device.status()).toMatchObject({ session: { phase: 'signedOut', reason: 'expired' }, unsentHeld: 2 });
    device.platform.signIn(amina);
    const entered = device.api.signedIn();
    await pass(5_000);
    await passing(entered);
    expect(device.status()).toMatchObject({ session: { phase: 'signedIn', user: { id: amina.id } }, unsentGone: null, unsentHeld: null });
    const told = JSON.stringify(device.page.told.filter(({ kind }) => kind === 'notice'));
    expect(told).toContain('2 actions of another person removed');
    for (const theirs of ['DLQ-1', 'INC-1', 'Called the site', brian.name]) expect(told).not.toContain(theirs);
    expect(await device.holds(brian)).toBe(false);
  });

  it('a clock that the platform has not confirmed wipes nothing, however far ahead it is; what is too old by the platform’s own goes, but what waits to be sent', {
    tags: ['M-3', 'D-31'],
  }, async () => {
    const device = await withTwoUnsent();
    await device.hub.end();
    device.setClock(20 * 365 * 24 * hour);
    const ahead = device.start();
    await ahead.hub.begin();
    await pass(5_000);
    expect(ahead.status()).toMatchObject({ session: { phase: 'signedOut' }, unsentHeld: 2 });
    expect(await countRows(rowsOf(brian))).toBeGreaterThan(5);
    // The platform tells the time and confirms the session: everything is there.
    device.platform.up = true;
    await pass(40_000);
    expect(ahead.status().session).toMatchObject({ phase: 'signedIn', user: { id: brian.id } });
    await ahead.hub.end();
  });

  it('what is older than 72 hours by the platform’s own clock goes, but what waits to be sent; its person finds it', {
    tags: ['M-3', 'D-31'],
  }, async () => {
    const device = await withTwoUnsent();
    await endBrowser(device);
    await pass(96 * hour);
    device.platform.up = true;
    device.platform.cookie = null;
    const late = device.start();
    await late.hub.begin();
    await pass(5_000);
    expect(late.status()).toMatchObject({ session: { phase: 'signedOut' }, unsentHeld: 2 });
    expect(await countRows(rowsOf(brian))).toBe(2);
    device.platform.signIn(brian);
    const entered = late.api.signedIn();
    await pass(5_000);
    expect(await passing(entered)).toMatchObject({ ok: true });
    device.platform.hello();
    await pass(3_000);
    const sent = device.platform.requests.filter(({ path }) => path.includes('/promote') || path.includes('/notes'));
    expect(sent.length).toBeGreaterThanOrEqual(1);
  });
});
