// Long: every kind of call against every foreign answer.
import { type EveryEndpointId, everyEndpoint } from '../../contracts/everyEndpoint.ts';
import { mayDisplayCall } from '../../domain/wall/mayDisplayCall.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brian } from '../../../tests/builders/fakePlatform.ts';
import {
  closeDevices,
  createDevice,
  endBrowser,
  holdClock,
  pass,
  passing,
  readIdentity,
  readRow,
  signedInAs,
} from '../../../tests/builders/hubDevice.ts';
import type { User } from '../../contracts/session.ts';

const minute = 60_000;
/** Answers seen from proxies and gateways (F-11, F-33). */
const statuses = [200, 400, 401, 403, 404, 405, 410, 413, 423, 426, 429, 500, 502, 503];
const answers = [
  { kind: 'a page', text: '<!doctype html><h1>No entry</h1>', contentType: 'text/html' },
  { kind: 'JSON of its own', text: '{"error":"Unauthorized","code":16}', contentType: 'application/json' },
  {
    kind: 'a problem in the platform’s form, without the id',
    text: '{"error":{"code":"gone","message":"Your access was ended","correlationId":"x"}}',
  },
  { kind: 'nothing', text: '' },
] as const;

/** A wall display, as the platform describes one. */
const wall: User = { ...brian, id: 'd-lobby', name: 'Lobby', role: 'auditor', display: { reads: ['view:health', 'view:pipeline'] } };
const promote = [{ kind: 'promote' as const, items: [{ itemId: 'DLQ-1', version: 1 }] }];
const command = '/api/dlq/DLQ-1/promote';

beforeEach(holdClock);
afterEach(closeDevices);

describe('somebody else answers in the platform’s place', () => {
  for (const { kind, ...answer } of answers) {
    it(`with ${kind}, whatever its status, on every call: nobody is put out, nothing is wiped, locked, refused or sent; it mends itself`, {
      tags: ['M-8', 'F-11', 'F-33', 'D-50'],
    }, async () => {
      const device = await signedInAs(brian);
      const { platform, api, status, page } = device;
      await api.subscribe('p1', ['health']);
      const health = await readRow(brian, 'sync', 'health');
      platform.replies.set(command, { body: { promoted: [{ itemId: 'DLQ-1', version: 2 }] } });
      platform.stranger = () => ({ status: statuses[0] ?? 0, ...answer });
      for (const stream of platform.openStreams()) stream.fail(); // the stream asks for what it lost; requests pending on the link are repeated
      expect(await api.enqueue('decision-0000001', promote)).toEqual({ ok: true, value: null });

      for (const code of statuses) {
        platform.stranger = () => ({ status: code, ...answer });
        device.hub.linkReturned();
        await pass(30_000);
        expect([code, status().session.phase, status().buildTooOld, status().killSwitch]).toEqual([code, 'signedIn', false, null]);
      }
      expect(page.leaves()).toEqual([]);
      expect(await device.hub.sessionContext()?.outbox.unsent()).toBe(1);
      expect(await device.holds(brian)).toBe(true);
      expect(await readIdentity()).not.toBeNull();
      expect(await readRow(brian, 'sync', 'health')).toMatchObject({ lastSuccessAt: health?.['lastSuccessAt'] });

      platform.stranger = () => undefined;
      platform.requests.length = 0;
      await pass(30_000);
      platform.hello();
      await pass(2 * minute);
      expect(status().session).toMatchObject({ phase: 'signedIn', confirmed: true });
      expect(await device.hub.sessionContext()?.outbox.unsent()).toBe(0);
      expect(platform.count(command)).toBe(1);
      expect((await readRow(brian, 'sync', 'health'))?.['lastSuccessAt']).toBeGreaterThan(Number(health?.['lastSuccessAt']));
    });

    it(`with ${kind}, whatever its status, on a command alone: it is not refused, waits, and takes effect once when the platform has it`, {
      tags: ['M-8', 'F-33', 'D-50'],
    }, async () => {
      const { hub, platform, api } = await signedInAs(brian);
      platform.replies.set(command, { body: { promoted: [{ itemId: 'DLQ-1', version: 2 }] } });
      platform.stranger = (path) => (path === command ? { status: statuses[0] ?? 0, ...answer } : undefined);
      await api.enqueue('decision-0000001', promote);
      for (const code of statuses) {
        platform.stranger = (path) => (path === command ? { status: code, ...answer } : undefined);
        const asked = platform.count(command);
        await pass(30_000);
        platform.hello(); // after so long without bytes the stream is a new one
        await api.retryNow();
        await pass(2000);
        expect([code, platform.count(command) > asked, await hub.sessionContext()?.outbox.unsent()]).toEqual([code, true, 1]);
      }
      platform.stranger = () => undefined;
      await pass(30_000);
      platform.hello();
      await pass(30_000);
      expect(await hub.sessionContext()?.outbox.unsent()).toBe(0);
      const keys = platform.requests.filter(({ path }) => path === command).map(({ headers }) => headers['Idempotency-Key']);
      expect(new Set(keys).size).toBe(1);
    });

    it(`with ${kind} at a wall display: it goes on with what it has, through a start too, and is itself again when the platform is`, {
      tags: ['M-8', 'F-33', 'D-50'],
    }, async () => {
      const device = await signedInAs(wall);
      const { platform, status, page } = device;
      for (const code of statuses) {
        platform.stranger = () => ({ status: code, ...answer });
        for (const stream of platform.openStreams()) stream.fail();
        device.hub.session.send({ type: 'unauthenticated' });
        await pass(20_000);
        expect([code, status().session.phase]).toEqual([code, 'signedIn']);
      }
      expect(page.leaves()).toEqual([]);
      await endBrowser(device);
      const again = device.start();
      await again.hub.begin();
      await pass(5000);
      expect(again.status().session).toMatchObject({ phase: 'signedIn', user: { id: wall.id } });
      expect(await device.holds(wall)).toBe(true);
      platform.stranger = () => undefined;
      await pass(minute);
      expect(again.status().session).toMatchObject({ phase: 'signedIn', confirmed: true });
    });
  }

  it('a wall display asks for nothing that the platform refuses to one, however long it stands there', { tags: ['K-10'] }, async () => {
    const reads = ['health', 'pipeline'];
    const device = await signedInAs({ ...wall, display: { reads } });
    await pass(10 * minute);
    const ids = Object.keys(everyEndpoint) as readonly EveryEndpointId[]; // its own keys
    const fits = (template: string, path: string): boolean => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
    const mayAsk = (method: string, path: string): boolean =>
      ids.some((id) => everyEndpoint[id].method === method && fits(everyEndpoint[id].path, path) && mayDisplayCall(id, reads));
    const asked = device.platform.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
    expect(asked.length).toBeGreaterThan(3);
    expect([...new Set(asked)].filter((call) => !mayAsk(...(call.split(' ') as [string, string])))).toEqual([]);
  });

  it('a log-out that a stranger’s empty 200 or 204 takes is not taken for told, and is told to the platform', {
    tags: ['M-8', 'F-33', 'D-50'],
  }, async () => {
    const device = await signedInAs(brian);
    const { platform, api, status } = device;
    for (const answer of [
      { status: 204, text: '' },
      { status: 200, text: '<html>' },
      { status: 401, text: '' },
    ]) {
      platform.stranger = () => answer;
      if (answer.status === 204) void api.signOut(true);
      await pass(40_000);
      expect(status().session).toMatchObject({ phase: 'signedOut', logoutPending: true });
      expect(platform.cookie).not.toBeNull();
    }
    platform.stranger = () => undefined;
    await pass(minute);
    expect(status().session).toMatchObject({ phase: 'signedOut', logoutPending: false });
    expect(platform.cookie).toBeNull();
  });

  it('the platform’s own refusal still ends a session and takes a revoked person’s rows away', { tags: ['M-8', 'D-50'] }, async () => {
    const device = await signedInAs(brian);
    const gone = { status: 410, body: { error: { code: 'gone', message: 'Your access was ended', correlationId: 'c' } } };
    device.platform.replies.set('/api/auth/me', gone);
    device.hub.session.send({ type: 'unauthenticated' });
    await pass(2000);
    expect(device.status().session).toMatchObject({ phase: 'signedOut', reason: 'revoked' });
    expect(await device.holds(brian)).toBe(false);
  });

  it('a platform built to the documents, which echoes no id, is taken by the exact shape of what it answers', {
    tags: ['M-8', 'D-50'],
  }, async () => {
    const device = createDevice();
    device.platform.echoes = false;
    const { hub, api, status } = device.start();
    await hub.begin();
    device.platform.signIn(brian);
    const entered = api.signedIn();
    await pass(2000);
    expect(await passing(entered)).toMatchObject({ ok: true, value: { id: brian.id } });
    device.platform.hello();
    await pass(minute);
    expect(status().session).toMatchObject({ phase: 'signedIn', confirmed: true });
    expect((await readRow(brian, 'sync', 'health'))?.['lastSuccessAt']).toBeGreaterThan(0);
  });
});
