import { afterEach, beforeEach, expect, it } from 'vitest';
import { amina } from '../../../tests/builders/fakePlatform.ts';
import { frameOf } from '../../../tests/builders/operations.ts';
import { closeDevices, holdClock, pass, passUntil, signedInAs } from '../../../tests/builders/hubDevice.ts';

beforeEach(holdClock);
afterEach(closeDevices);

it('a key that was withdrawn is gone from a connected device as soon as the platform says so, whoever looks', {
  tags: ['P-6'],
}, async () => {
  const { platform } = await signedInAs(amina);
  platform.replies.set('/api/jwks', { body: { keys: [{ kid: 'ukweli-2025-11-18-one', kty: 'RSA' }] } });
  // Everything a starting console asks for has been requested: after that only events are a reason.
  await passUntil(() => platform.count('/api/jwks') > 0);
  await pass(3000);
  const asked = platform.count('/api/jwks');
  const said = { act: 'withdraw', kid: 'ukweli-2025-11-18-one' };
  platform.emit(frameOf('system.keys', said.kid, said, { seq: 2, prev: 0 }));
  await passUntil(() => platform.count('/api/jwks') > asked);
  expect(platform.count('/api/jwks')).toBe(asked + 1);
  // Other events of the platform do not concern keys.
  platform.emit(frameOf('system.notice', 'activity', { changed: 'activity' }, { seq: 3, prev: 2 }));
  await pass(2000);
  expect(platform.count('/api/jwks')).toBe(asked + 1);
});
