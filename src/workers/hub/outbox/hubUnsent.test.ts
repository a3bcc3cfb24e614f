import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brian } from '../../../../tests/builders/fakePlatform.ts';
import { closeDevices, endBrowser, holdClock, holdOpen, pass, signedInAs } from '../../../../tests/builders/hubDevice.ts';

beforeEach(holdClock);
afterEach(closeDevices);

/** A device with three commands of Brian's decided without a link; the browser is closed. */
async function withThreeUnsent() {
  const device = await signedInAs(brian);
  device.platform.up = false;
  device.platform.openStreams().forEach((stream) => stream.fail());
  await pass(100);
  for (const at of [1, 2, 3]) {
    const promote = [{ kind: 'promote' as const, items: [{ itemId: `DLQ-${at}`, version: 1 }] }];
    expect(await device.api.enqueue(`decision-000000${at}`, promote)).toEqual({ ok: true, value: null });
  }
  return device;
}
const startAgain = async (device: Awaited<ReturnType<typeof withThreeUnsent>>) => {
  await endBrowser(device);
  const next = device.start();
  await next.openPage('p1');
  await next.hub.begin();
  await pass(6_000);
  expect(next.status().session).toMatchObject({ phase: 'signedIn', user: { id: brian.id } });
  return next;
};
/** One call, with the time it waits for the disk. */
const left = async (next: Awaited<ReturnType<typeof startAgain>>, discard: boolean) => {
  const answer = next.api.signOut(discard);
  await pass(9_000);
  return answer;
};

describe('decisions that were not sent', () => {
  it('a store that does not open is tried again and said; what is unsent is counted all the same, and where it cannot be counted nobody is let out unasked', {
    tags: ['M-3', 'F-22'],
  }, async () => {
    const device = await withThreeUnsent();
    device.trouble.open = true;
    const next = await startAgain(device);
    expect(next.hub.sessionContext()).toBeNull();
    expect(next.status().storageProblem).toMatchObject({ code: 'storage', retry: true });
    expect(await next.api.unsent()).toEqual({ count: 3 });
    expect(await left(next, false)).toMatchObject({ ok: false, problem: { code: 'conflict' } });
    device.trouble.count = true;
    expect(await next.api.unsent()).toEqual({ count: null });
    expect(await left(next, false)).toMatchObject({ ok: false, problem: { code: 'storage' } });
    expect(await next.api.switchTenant('kampala', false)).toMatchObject({ ok: false, problem: { code: 'storage' } });
    // A command that could not be stored is not accepted either.
    const act = [{ kind: 'acknowledge' as const, incidentId: 'INC-1' }];
    expect(await next.api.enqueue('decision-0000009', act)).toMatchObject({ ok: false, problem: { code: 'storage' } });
    expect(next.status().session).toMatchObject({ phase: 'signedIn' });
    expect(await device.holds(brian)).toBe(true);

    device.trouble.open = false;
    await pass(31_000);
    expect(next.hub.sessionContext()).not.toBeNull();
    expect(next.status().storageProblem).toBeNull();
    expect(await next.api.unsent()).toEqual({ count: 3 });
  });

  it('who leaves while the store does not open, and says so, is out in bounded time; the store is not opened behind their back', {
    tags: ['M-3'],
  }, async () => {
    const device = await withThreeUnsent();
    device.trouble.open = true;
    const next = await startAgain(device);
    expect(await left(next, true)).toEqual({ ok: true, value: null });
    device.trouble.open = false;
    await pass(60_000);
    expect(next.hub.sessionContext()).toBeNull();
    expect(await device.holds(brian)).toBe(false);
  });

  it('an outbox that cannot be listed is not empty: it is listed later, and all of it is sent', { tags: ['M-3', 'F-22'] }, async () => {
    const device = await withThreeUnsent();
    device.trouble.list = true;
    const next = await startAgain(device);
    expect(next.hub.sessionContext()).not.toBeNull();
    expect(next.status().storageProblem?.message).toContain('cannot be read right now');
    expect(await next.api.unsent()).toEqual({ count: null });
    expect(await left(next, false)).toMatchObject({ ok: false, problem: { code: 'storage' } });
    device.trouble.list = false;
    await pass(60_000);
    // The disk answers, and that is reported although the platform is unreachable.
    expect(next.status().storageProblem).toBeNull();
    expect(await next.api.unsent()).toEqual({ count: 3 });
    device.platform.up = true;
    for (const at of [1, 2, 3])
      device.platform.replies.set(`/api/dlq/DLQ-${at}/promote`, { body: { promoted: [{ itemId: `DLQ-${at}`, version: 2 }] } });
    await next.api.retryNow();
    await pass(2_000);
    device.platform.hello();
    await pass(40_000);
    expect(next.status().storageProblem).toBeNull();
    expect([1, 2, 3].map((at) => device.platform.count(`/api/dlq/DLQ-${at}/promote`))).toEqual([1, 1, 1]);
    expect(await next.api.unsent()).toEqual({ count: 0 });
  });

  it('where it is not known which database is theirs, the first one, which is empty, tells nothing of how many are unsent', {
    tags: ['M-3', 'F-22'],
  }, async () => {
    // A suspended tab blocked Brian's first database at the sign-out: later commands are in the second one.
    const device = await signedInAs(brian);
    const letGo = await holdOpen(`ukweli:demo:${brian.id}`, true);
    void device.api.signOut(true);
    await pass(9_000);
    device.platform.signIn(brian);
    void device.api.signedIn();
    await pass(5_000);
    expect(device.status().storeGeneration).toBe(1);
    letGo();
    device.platform.up = false;
    device.platform.openStreams().forEach((stream) => stream.fail());
    await pass(1_000);
    const promote = [{ kind: 'promote' as const, items: [{ itemId: 'DLQ-1', version: 1 }] }];
    expect(await device.api.enqueue('decision-0000001', promote)).toEqual({ ok: true, value: null });

    device.trouble.claim = true;
    const next = await startAgain(device);
    expect(next.hub.sessionContext()).toBeNull();
    expect(await next.api.unsent()).toEqual({ count: null });
    expect(await left(next, false)).toMatchObject({ ok: false, problem: { code: 'storage' } });
    expect(next.status().session).toMatchObject({ phase: 'signedIn' });
    device.trouble.claim = false;
    await pass(31_000);
    expect(await next.api.unsent()).toEqual({ count: 1 });
  });

  it('are counted by the store of whoever comes in, once it is open: the disk beside it may not tell', {
    tags: ['M-13', 'M-3', 'F-22'],
  }, async () => {
    const device = await withThreeUnsent();
    await endBrowser(device);
    device.trouble.count = true;
    const next = device.start();
    void next.hub.begin();
    // It is known who is signed in; the store is still being opened.
    while (next.hub.session.state().name !== 'signedIn') await new Promise((resolve) => setImmediate(resolve));
    expect(next.hub.sessionContext()).toBeNull();
    const counted = next.api.unsent();
    await pass(1_000);
    expect(await counted).toEqual({ count: 3 });
  });
});
