import { afterEach, expect, it } from 'vitest';
import { amina } from './fakePlatform.ts';
import { closeDevices, endBrowser, holdClock, pass, signedInAs } from './hubDevice.ts';

afterEach(closeDevices);

// Test files of one process share their timers: a hub that outlived its test once picked up the fake clock of another file's test and never
// ended.
it('a hub whose browser or whose test has ended waits for nothing, and what of it is still on its way waits for nothing more', async () => {
  for (const end of [closeDevices, endBrowser]) {
    holdClock();
    const device = await signedInAs(amina);
    let isSetUp = false;
    const secret = { kind: 'pin', pin: '48291357' } as const;
    void device.api.lock({ id: 'a1', act: 'setUp', secret, passkey: null, escrow: null }).then(() => (isSetUp = true));
    while (!isSetUp) await pass(0);
    await endBrowser(device);
    // While locked, the hub repeatedly reads the unsent commands behind the lock.
    const next = device.start();
    void next.hub.begin();
    await end(next);
    for (let turn = 0; turn < 400; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(next.timers.size).toBe(0);
  }
});
