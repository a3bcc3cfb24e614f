import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeKey, makePack } from '../../../tests/builders/evidencePack.ts';
import { amina, brian } from '../../../tests/builders/fakePlatform.ts';
import { closeDevices, createDevice, endBrowser, holdClock, pass, passing, signedInAs } from '../../../tests/builders/hubDevice.ts';
import { databaseName } from '../../store/schema.ts';

const minute = 60_000;
const hour = 60 * minute;

beforeEach(holdClock);
afterEach(closeDevices);

describe('coming in', () => {
  it('nobody is signed in until /api/auth/me says who', { tags: ['C-52'] }, async () => {
    const { start, platform } = createDevice();
    const { hub, status } = start();
    expect(status().session).toEqual({ phase: 'starting' });
    await hub.begin();
    await pass(200);
    expect(platform.count('/api/auth/me')).toBe(1);
    expect(status().session).toEqual({ phase: 'signedOut', reason: 'none', logoutPending: false });
  });

  it('somebody whom the platform names as the document does, without a tenant, is in the default one, and the session’s end is asked for', {
    tags: ['T-3', 'C-1', 'C-38'],
  }, async () => {
    const { start, platform } = createDevice();
    platform.signIn(amina);
    const { id, email, role, name } = amina;
    platform.replies.set('/api/auth/me', { body: { id, email, role, name } });
    const { hub, status } = start();
    await hub.begin();
    await pass(500);
    expect(status().session).toMatchObject({
      phase: 'signedIn',
      confirmed: true,
      user: { id, tenantId: 'demo' },
      tenant: { tenantId: 'demo', region: 'af-south-1', currency: 'KES' },
    });
    // Rows, calls and stream belong to that tenant.
    await pass(minute / 2);
    expect(hub.sessionContext()).not.toBeNull();
    const named = platform.requests.filter(({ path }) => path === '/api/kpis').map(({ headers: sent }) => sent['X-Tenant-ID']);
    expect([...new Set(named)]).toEqual(['demo']);
    expect(platform.openStreams()[0]?.url).toContain('tenantId=demo');
    // `me` did not state the session's end: one refresh does, and the next comes only when due.
    expect(platform.count('/api/auth/refresh')).toBe(1);
    await pass(2 * minute);
    expect(platform.count('/api/auth/refresh')).toBe(1);
    const { session } = status();
    expect(session.phase === 'signedIn' ? session.expiresAt - Date.now() : 0).toBeGreaterThan(10 * minute);
  });

  it('without a tenant and without a configuration that names the default one, nobody is let in', {
    tags: ['T-3', 'C-1', 'C-38'],
  }, async () => {
    const { start, platform } = createDevice();
    platform.signIn(amina);
    const { id, email, role, name } = amina;
    platform.replies.set('/api/auth/me', { body: { id, email, role, name } });
    platform.replies.set('/api/config', { status: 503, body: { error: { code: 'unavailable', message: 'Not now.', correlationId: 'c' } } });
    const { hub, status } = start();
    await hub.begin();
    await pass(500);
    expect(status().session.phase).toBe('signedOut');
    expect(hub.sessionContext()).toBeNull();
  });

  it('who is told that they are in finds their rows open then and there', { tags: ['C-52'] }, async () => {
    const { start, platform } = createDevice();
    const { hub, api } = start();
    await hub.begin();
    await pass(200);
    platform.signIn(amina);
    const opened = api.signedIn().then((who) => [who.ok, hub.sessionContext() !== null]);
    await pass(200);
    expect(await opened).toEqual([true, true]);
  });

  it('where the platform does not name their tenant, whoever signs in is told why at once, and asked again later', {
    tags: ['C-52'],
  }, async () => {
    const { start, platform } = createDevice();
    const { hub, api, status } = start();
    await hub.begin();
    await pass(200);
    const gone = { code: 'unavailable', message: 'The platform is being restarted.', correlationId: 'c' };
    platform.replies.set('/api/tenants', { status: 503, body: { error: gone } });
    platform.signIn(amina);
    let told: Awaited<ReturnType<typeof api.signedIn>> | null = null;
    void api.signedIn().then((who) => {
      told = who;
    });
    await pass(1_000);
    expect(told).toMatchObject({ ok: false, problem: { code: 'unavailable' } });
    expect(status().session.phase).not.toBe('signedIn');
    platform.replies.clear();
    const again = api.signedIn();
    await pass(1_000);
    expect(await again).toMatchObject({ ok: true, value: { id: amina.id } });
  });

  it.each([
    ['forbidden', 403],
    ['unauthenticated', 401],
    ['gone', 410],
  ] as const)(
    'only what is asked of the session refuses it: a tenant’s name answered with %s puts nobody out',
    { tags: ['C-52', 'D-51'] },
    async (code, refused) => {
      const { start, platform } = createDevice();
      platform.signIn(amina);
      const refusal = { status: refused, body: { error: { code, message: 'Not for you', correlationId: 'c' } } };
      platform.replies.set('/api/tenants', refusal);
      const first = start();
      await first.hub.begin();
      await pass(1_000);
      // Nobody is known and nobody was refused: asks again until the tenant is named.
      expect(first.status().session).toMatchObject({ phase: 'signedOut', reason: 'none' });
      platform.replies.clear();
      await pass(minute);
      expect(first.status().session).toMatchObject({ phase: 'signedIn', confirmed: true });
      await endBrowser(first);

      platform.replies.set('/api/tenants', refusal);
      const { hub, status } = start();
      await hub.begin();
      await pass(1_000);
      expect(status().session).toMatchObject({
        phase: 'signedIn',
        confirmed: true,
        user: { id: amina.id },
        tenant: { tenantId: 'demo', currency: 'KES' },
      });
      expect(hub.sessionContext()).not.toBeNull();
    },
  );

  it('what one person left here is not shown to another whose tenant the platform does not name', { tags: ['D-31'] }, async () => {
    const { start, platform } = createDevice();
    platform.signIn(amina);
    const first = start();
    await first.hub.begin();
    await pass(500);
    await endBrowser(first);
    platform.signIn(brian);
    platform.replies.set('/api/tenants', {
      status: 503,
      body: { error: { code: 'unavailable', message: 'Not now.', correlationId: 'c' } },
    });
    const { hub, status } = start();
    await hub.begin();
    await pass(1_000);
    expect(status().session.phase).toBe('signedOut');
    expect(hub.sessionContext()).toBeNull();
  });

  it('a page that asks who is in hears nobody’s name before the platform has confirmed them, though the device remembers them', {
    tags: ['M-13', 'C-52', 'D-31'],
  }, async () => {
    const device = await signedInAs(amina);
    await endBrowser(device);
    device.platform.up = false;
    const next = device.start();
    await next.hub.begin();
    await pass(6_000);
    expect(next.status().session).toMatchObject({ phase: 'signedIn', confirmed: false });
    const unavailable = { code: 'unavailable', message: 'Not now.', correlationId: 'c' };
    device.platform.replies.set('/api/auth/me', { status: 503, body: { error: unavailable } });
    device.platform.up = true;
    const asked = next.api.signedIn();
    await pass(25_000);
    expect(next.status().session).toMatchObject({ phase: 'signedIn', confirmed: false });
    expect(await asked).toMatchObject({ ok: false, problem: { code: 'unavailable' } });
  });

  /** A new leader on a device that remembers nobody, while the platform has not said yet whose session it is. */
  const takingOver = async () => {
    const { start, platform } = createDevice();
    platform.signIn(brian);
    platform.onItsWayMs = (path) => (path === '/api/auth/me' ? 2_000 : 0);
    const next = start();
    await next.openPage('p2');
    void next.hub.begin();
    return { ...next, platform };
  };

  it('what is decided before a hub that has only just taken over knows who is in is kept once it does', { tags: ['M-3'] }, async () => {
    const { api, status, platform } = await takingOver();
    const kept = api.enqueue('decision-0000001', [{ kind: 'note', incidentId: 'INC-1', text: 'Called the site.' }]);
    await pass(1_000);
    expect(status().session).toEqual({ phase: 'starting' });
    await pass(4_000);
    expect(await kept).toEqual({ ok: true, value: null });
    expect(platform.count('/api/incidents/INC-1/notes')).toBe(1);
  });

  it('whoever asks a hub that has only just taken over for another tenant is brought there once it knows who is in', {
    tags: ['C-59'],
  }, async () => {
    const { api, status } = await takingOver();
    const moved = api.switchTenant('kampala', false);
    await pass(1_000);
    expect(status().session).toEqual({ phase: 'starting' });
    await pass(10_000);
    expect(await moved).toEqual({ ok: true, value: null });
    expect(status().session).toMatchObject({ phase: 'signedIn', tenant: { tenantId: 'kampala' } });
  });

  it('whether the figures are simulated is known from the platform’s first answer on, and without it from what it said before', {
    tags: ['D-16'],
  }, async () => {
    const device = await signedInAs(amina);
    const said = { mode: 'live', businessTime: expect.any(String) };
    expect(device.status().simulation).toEqual(said);
    await endBrowser(device);
    device.platform.up = false;
    const again = device.start();
    await again.hub.begin();
    await pass(2_000);
    expect(again.status().simulation).toEqual(said);
  });

  it('fetches all that the person may see, once, and keeps it with its sync row', { tags: ['D-37'] }, async () => {
    const { platform, hub, holds } = await signedInAs(amina);
    await pass(minute / 2);
    for (const path of [
      '/api/kpis',
      '/api/pipeline',
      '/api/dlq',
      '/api/activity',
      '/api/confidence',
      '/api/evidence',
      '/api/jwks',
      '/api/refinance/summary',
      '/api/rbf/summary',
    ]) {
      expect([path, platform.count(path)]).toEqual([path, 1]);
    }
    expect(platform.count('/api/series')).toBe(4);
    expect(await holds(amina)).toBe(true);
    expect(hub.sessionContext()).not.toBeNull();
  });

  it('who opens a pack hears whether its manifest is here: fetched, held from before, or neither', { tags: ['M-13', 'K-6'] }, async () => {
    const { platform, api } = await signedInAs(amina);
    const manifest = makePack(makeKey('kid-1'));
    const path = `/api/evidence/${manifest.packId}/manifest`;
    platform.replies.set(path, { body: manifest });
    const asked = async (packId: string) => {
      const answer = api.ensureManifest(packId);
      await pass(30_000);
      return answer;
    };
    expect(await asked(manifest.packId)).toEqual({ ok: true, value: null });
    expect(platform.count(path)).toBe(1);
    platform.up = false;
    expect(await asked(manifest.packId)).toEqual({ ok: true, value: null });
    expect(await asked('EP-none')).toMatchObject({ ok: false, problem: { code: 'network', retry: true } });
  });

  it('begins on the rung that was chosen on this device, at once and in every hub after this one', { tags: ['D-14'] }, async () => {
    const device = await signedInAs(amina);
    expect(device.status()).toMatchObject({ startTransport: 'sse', connection: { transport: 'sse' } });
    device.hub.setTransport('polling');
    await pass(minute / 2);
    expect(device.status()).toMatchObject({ startTransport: 'polling', connection: { transport: 'polling' } });
    await endBrowser(device);
    const again = device.start();
    await again.hub.begin();
    await pass(2000);
    expect(again.status()).toMatchObject({ startTransport: 'polling', connection: { transport: 'polling' } });
  });

  it('names the tenant in every call once it is known', { tags: ['C-74'] }, async () => {
    const { platform } = await signedInAs(amina);
    const after = platform.requests
      .slice(platform.requests.findLastIndex((request) => request.path === '/api/auth/me') + 1)
      .filter((request) => request.path !== '/api/config');
    expect(after.length).toBeGreaterThan(10);
    expect(after.filter((request) => request.headers['X-Tenant-ID'] !== 'demo')).toEqual([]);
  });

  it('with the platform gone, the person confirmed within 72 hours is known and sees what is held', { tags: ['D-31'] }, async () => {
    const device = await signedInAs(amina);
    await endBrowser(device);
    device.platform.up = false;
    await pass(71 * hour);
    const again = device.start();
    await again.hub.begin();
    await pass(2000);
    expect(again.status().session).toMatchObject({ phase: 'signedIn', user: amina, confirmed: false });
    expect(again.status().connection.state).not.toBe('connected');
    expect(await device.holds(amina)).toBe(true);
    // The platform is back and the session is over: the person must sign in, and their rows are kept.
    device.platform.up = true;
    await pass(minute);
    expect(again.status().session).toMatchObject({ phase: 'signedOut', reason: 'expired' });
    expect(await device.holds(amina)).toBe(true);
  });

  it('after 72 hours nobody is known any more, and the rows go once the platform has said what time it is', {
    tags: ['D-31', 'M-3'],
  }, async () => {
    const device = await signedInAs(amina);
    await endBrowser(device);
    device.platform.up = false;
    await pass(73 * hour);
    const again = device.start();
    await again.hub.begin();
    await pass(2000);
    expect(again.status().session).toMatchObject({ phase: 'signedOut' });
    expect(await device.holds(amina)).toBe(true);
    device.platform.up = true;
    await pass(minute);
    expect(again.status().session).toMatchObject({ phase: 'signedOut' });
    expect(await device.holds(amina)).toBe(false);
  });

  it('another person’s sign-in removes the rows that were kept for the first', { tags: ['D-31'] }, async () => {
    const device = await signedInAs(amina);
    device.platform.cookie = null;
    await device.api.refresh(['health']);
    await pass(1000);
    expect(device.status().session).toMatchObject({ phase: 'signedOut', reason: 'expired' });
    expect(await device.holds(amina)).toBe(true);
    device.platform.signIn(brian);
    const entered = device.api.signedIn();
    await pass(1000);
    expect(await passing(entered)).toMatchObject({ ok: true, value: { id: brian.id } });
    expect(await device.holds(amina)).toBe(false);
    expect(device.deletedCaches).toContain('ukweli-api:demo:u-amina');
  });

  it('says that the stored data is held by one who does not answer, and goes on when it is free', { tags: ['F-13', 'F-15'] }, async () => {
    const device = await signedInAs(amina);
    await endBrowser(device);
    const letGo = await holdStore(databaseName('demo', amina.id));
    const again = device.start();
    const begun = again.hub.begin();
    await pass(9_000);
    expect(again.status().storageProblem).toBeNull();
    await pass(2_000);
    expect(again.status().storageProblem).toMatchObject({ code: 'storage', retry: true });
    expect(again.status().connection.state).not.toBe('connected');
    letGo();
    await begun;
    await pass(1_000);
    expect(again.status().storageProblem).toBeNull();
    expect(again.hub.sessionContext()).not.toBeNull();
  });
});

/** Blocks writes to this database like a worker suspended in a transaction. Returns a function that releases it. */
async function holdStore(name: string): Promise<() => void> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
  });
  const transaction = db.transaction([...db.objectStoreNames], 'readwrite');
  let held = true;
  const keep = (): void => {
    if (!held) return db.close();
    transaction.objectStore('cursors').get('none').onsuccess = keep;
  };
  keep();
  return () => {
    held = false;
  };
}
