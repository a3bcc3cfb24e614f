import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina } from '../../../tests/builders/fakePlatform.ts';
import { closeDevices, holdClock, pass, signedInAs } from '../../../tests/builders/hubDevice.ts';
import { headers } from '../../contracts/endpoints.ts';
import { closeCodes } from '../../contracts/realtime/ends.ts';
import { protocolVersion } from '../../contracts/version.ts';

beforeEach(holdClock);
afterEach(closeDevices);

const hello = (protocol: { readonly version: number; readonly oldest: number }) => ({
  kind: 'hello',
  epoch: 'e1',
  topics: {},
  at: new Date().toISOString(),
  heartbeatMs: 25_000,
  protocol,
});

describe('the version of the wire', { tags: ['M-9', 'D-30'] }, () => {
  it('is said on every call and in the stream’s address', async () => {
    const { platform } = await signedInAs(amina);
    expect(new Set(platform.requests.map((request) => request.headers[headers.protocol]))).toEqual(new Set([String(protocolVersion)]));
    expect(platform.streams.every(({ url }) => url.endsWith(`&protocol=${protocolVersion}`))).toBe(true);
  });

  it('a platform that speaks with this build says nothing; one that is too new for it has the person told to reload', async () => {
    const { platform, status } = await signedInAs(amina);
    for (const stream of platform.openStreams()) stream.speak('hello', hello({ version: protocolVersion + 3, oldest: protocolVersion }));
    await pass(100);
    expect(status().buildTooOld).toBe(false);
    for (const stream of platform.openStreams())
      stream.speak('hello', hello({ version: protocolVersion + 3, oldest: protocolVersion + 1 }));
    await pass(100);
    expect(status()).toMatchObject({ buildTooOld: true, connection: { state: 'connected' } });
  });

  it('a platform that was set back too far is one to reload for', async () => {
    const { platform, status } = await signedInAs(amina);
    for (const stream of platform.openStreams()) stream.speak('hello', hello({ version: 3, oldest: 1 }));
    await pass(100);
    expect(status().buildTooOld).toBe(true);
  });

  it('a poll that is refused for it says so, and nobody is put out', async () => {
    const { api, platform, status } = await signedInAs(amina);
    for (const topic of ['kpis', 'verifications', 'pipeline', 'health', 'system'])
      platform.replies.set(`/api/poll/${topic}`, {
        status: 426,
        body: { error: { code: 'build_too_old', message: 'Reload.', correlationId: 'c' } },
      });
    await api.setTransport('polling');
    await pass(500);
    expect(status()).toMatchObject({ buildTooOld: true, session: { phase: 'signedIn' } });
  });

  it('a websocket that is closed for it says so, and nobody is put out', { tags: ['M-13'] }, async () => {
    const { api, sockets, status } = await signedInAs(amina);
    await api.setTransport('websocket');
    await pass(100);
    expect([sockets.length, status().buildTooOld]).toEqual([1, false]);
    sockets[0]?.get('close')?.({ code: closeCodes.protocol } as never); // as the browser reports it
    await pass(100);
    expect(status()).toMatchObject({ buildTooOld: true, session: { phase: 'signedIn' } });
  });
});
