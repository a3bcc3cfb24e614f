import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeChain } from '../../../tests/builders/chain.ts';
import { makeCheckpoint } from '../../../tests/builders/checkpoints.ts';
import { makeKey } from '../../../tests/builders/evidencePack.ts';
import { amina } from '../../../tests/builders/fakePlatform.ts';
import { closeDevices, holdClock, pass, passUntil, signedInAs, turning } from '../../../tests/builders/hubDevice.ts';
import { verificationRow } from '../../../tests/builders/operations.ts';
import { LOOK_AFTER_MS } from './fetching/checkpointWatch.ts';

beforeEach(holdClock);
afterEach(closeDevices);

it('a link that is held here and is another one than the platform signed for its place is told, and the checkpoint is kept to show', {
  tags: ['M-13', 'D-47'],
}, async () => {
  const device = await signedInAs(amina);
  expect(await turning(device.api.chainSeen())).toEqual({ ok: true, value: { checkpoints: [], anchors: [] } });
  const key = makeKey('k');
  const [link] = makeChain([verificationRow(0)]);
  const row = { ...verificationRow(0), ...link };
  const signed = makeCheckpoint(key, { index: row.chainIndex, seal: 'f'.repeat(64) });
  const answer = { verifications: [row], totalCount: 1, nextCursor: null, head: null, lastUpdated: row.timestamp };
  device.platform.replies.set('/api/verifications', { body: answer });
  device.platform.replies.set('/api/checkpoints', { body: { checkpoints: [signed], lastUpdated: row.timestamp } });
  device.platform.replies.set('/api/jwks', { body: { keys: [key.jwk] } });
  expect(await turning(device.api.refresh(['verifications']))).toMatchObject({ ok: true });
  await pass(LOOK_AFTER_MS);
  await passUntil(() => device.status().historyFound !== null);
  expect(device.status().historyFound).toMatchObject({
    kind: 'rewritten',
    chainIndex: row.chainIndex,
    expectedSeal: signed.seal,
    foundSeal: expect.stringMatching(/^[0-9a-f]{64}$/u),
  });
  expect(await turning(device.api.chainSeen())).toMatchObject({ ok: true, value: { checkpoints: [signed] } });
});
