import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina } from '../../../tests/builders/fakePlatform.ts';
import { closeDevices, createDevice, holdClock, pass, passing, signedInAs } from '../../../tests/builders/hubDevice.ts';

const minute = 60_000;
const refusal = { status: 401, body: { error: { code: 'unauthenticated', message: 'Sign in.', correlationId: 'c' } } };

beforeEach(holdClock);
afterEach(closeDevices);

describe('a refused poll', () => {
  it('is asked about, and where the session stands realtime goes on by itself', { tags: ['M-9'] }, async () => {
    const { api, platform, status } = await signedInAs(amina);
    await api.setTransport('polling');
    await pass(100);
    expect(status().connection).toMatchObject({ state: 'connected', transport: 'polling' });
    const asked = platform.count('/api/auth/me');
    for (const topic of ['kpis', 'verifications', 'pipeline', 'health', 'system']) platform.replies.set(`/api/poll/${topic}`, refusal);
    await pass(16_000);
    expect(platform.count('/api/auth/me')).toBeGreaterThan(asked);
    expect(status()).toMatchObject({ session: { phase: 'signedIn' }, connection: { state: 'reconnecting', transport: 'polling' } });
    platform.replies.clear();
    await pass(minute / 2);
    expect(status()).toMatchObject({ session: { phase: 'signedIn' }, connection: { state: 'connected', transport: 'polling' } });
  });

  it('ends the stay where the session is over', { tags: ['M-9'] }, async () => {
    const { api, platform, status } = await signedInAs(amina);
    await api.setTransport('polling');
    await pass(100);
    platform.cookie = null;
    await pass(16_000);
    expect(status()).toMatchObject({ session: { phase: 'signedOut', reason: 'expired' }, connection: { state: 'disconnected' } });
  });
});

describe('where nobody is signed in', () => {
  const nobody = { ok: false, problem: { code: 'unauthenticated' } };
  const started = async () => {
    const { hub, api } = createDevice().start();
    await hub.begin();
    await pass(200);
    return api;
  };

  it('a page that says that somebody has signed in hears why they are not in', { tags: ['M-13', 'C-52'] }, async () => {
    const api = await started();
    const entered = api.signedIn();
    await pass(200);
    expect(await passing(entered)).toMatchObject(nobody);
  });

  it('a page that wants the session extended hears so then and there: what is decided already is waited for by nobody', {
    tags: ['M-13', 'C-53'],
  }, async () => {
    const api = await started();
    let answer: unknown = null;
    void api.extendSession().then((given) => (answer = given));
    await pass(0);
    expect(answer).toMatchObject(nobody);
  });
});
