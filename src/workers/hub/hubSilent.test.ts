import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina } from '../../../tests/builders/fakePlatform.ts';
import { closeDevices, holdClock, pass, passing, signedInAs } from '../../../tests/builders/hubDevice.ts';

beforeEach(holdClock);
afterEach(closeDevices);

describe('a call that is taken and not answered', { tags: ['M-11', 'F-31'] }, () => {
  it('has a small probe beside it after 4 s; where that is answered the link is slow, said so, and nothing is cut', async () => {
    const { hub, platform, status } = await signedInAs(amina);
    platform.hangs = (path) => path === '/api/audit';
    const before = { probes: platform.count('/api/config'), streams: platform.streams.length, asked: platform.count('/api/audit') };
    const answer = hub.call('audit');
    await pass(3500);
    expect(platform.count('/api/config')).toBe(before.probes);
    await pass(1000);
    expect(platform.count('/api/config')).toBe(before.probes + 1);
    expect(status().connection).toMatchObject({ state: 'connected' });
    expect(status().connection.slow ?? false).toBe(false);
    await pass(4000);
    expect(status().connection).toMatchObject({ state: 'connected', slow: true });
    expect(platform.streams).toHaveLength(before.streams);
    delete platform.hangs;
    await pass(500);
    expect((await passing(answer)).ok).toBe(true);
    expect(platform.count('/api/audit')).toBe(before.asked + 1);
    await pass(500);
    expect(status().connection).toMatchObject({ state: 'connected', slow: false });
  });

  it('where nothing gives a byte for 8 s the stream is cut for a new one, and only the stream: the call goes on and is not asked twice', async () => {
    const { hub, platform, status } = await signedInAs(amina);
    platform.hangs = () => true;
    const [stream] = platform.openStreams();
    const asked = platform.count('/api/audit');
    const answer = hub.call('audit');
    await pass(7500);
    expect([stream?.closed, status().connection.state]).toEqual([false, 'connected']);
    await pass(700);
    expect([stream?.closed, status().connection.state]).toEqual([true, 'reconnecting']);
    expect(platform.openStreams()).toHaveLength(1);
    delete platform.hangs;
    platform.hello();
    await pass(1000);
    expect(status().connection).toMatchObject({ state: 'connected' });
    expect((await passing(answer)).ok).toBe(true);
    expect(platform.count('/api/audit')).toBe(asked + 1);
  });

  it('heartbeats are bytes: a stream that beats is not cut for a call that hangs', async () => {
    const { hub, platform, status } = await signedInAs(amina);
    platform.hangs = () => true;
    const [stream] = platform.openStreams();
    void hub.call('audit');
    await pass(6000);
    stream?.speak('heartbeat', { kind: 'heartbeat', topics: platform.topics, at: new Date().toISOString() });
    await pass(4000);
    expect(stream?.closed).toBe(false);
    expect(status().connection).toMatchObject({ state: 'connected', slow: true });
  });
});
