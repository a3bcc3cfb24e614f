import { expect, it } from 'vitest';
import { deviceGrant } from '../../../src/contracts/deviceGrant.ts';
import { createTestPlatform } from '../../testing/platform.ts';
import { createWallBrowser } from '../../testing/wallBrowser.ts';
import { grantWaitingWall } from './deviceGrant.ts';

it('no more than so many codes wait at a time, whoever asks: the next is told when to come back, and then has one', {
  tags: ['A-14'],
}, async () => {
  const test = await createTestPlatform();
  const { db } = test.platform;
  const waiting = (index: number) => ({
    kind: 'DeviceCode',
    id: `flood-${index}`,
    payload: '{}',
    user_code: `FLOOD${index}`,
    expires_at: new Date(Date.now() + 3_600_000),
  });
  await db
    .insertInto('oidc_payloads')
    .values(Array.from({ length: 499 }, (_, index) => waiting(index)))
    .execute();
  const browser = createWallBrowser(test);
  expect((await browser.askForCode()).status).toBe(200); // the five hundredth
  const refused = await test.app.inject({
    method: 'POST',
    url: deviceGrant.authorizationPath,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: test.platform.config.origin },
    payload: new URLSearchParams({ client_id: deviceGrant.clientId, scope: deviceGrant.scope }).toString(),
  });
  expect([refused.statusCode, refused.json()]).toEqual([429, { error: 'temporarily_unavailable' }]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await db
    .updateTable('oidc_payloads')
    .set({ expires_at: new Date(0) })
    .where('id', 'like', 'flood-%')
    .execute();
  expect((await browser.askForCode()).status).toBe(200);
  await test.close();
});

it('a wall that waits for its approval fills no log, and what the provider refuses for another reason stands there', async () => {
  const test = await createTestPlatform();
  const browser = createWallBrowser(test);
  const { deviceCode } = await browser.askForCode();
  expect((await browser.poll(deviceCode)).error).toBe('authorization_pending');
  const refused = () => test.logged.filter((line) => line.includes('idp.refused'));
  expect(refused()).toEqual([]);
  expect((await browser.poll('no-such-code')).error).toBe('invalid_grant');
  expect(refused()).toHaveLength(1);
  await test.close();
});

it('a code is tied to one display: whoever is slower gets none, and the first keeps it', { tags: ['K-10', 'A-14'] }, async () => {
  const test = await createTestPlatform();
  const browser = createWallBrowser(test);
  const { userCode } = await browser.askForCode();
  const grant = (displayId: string) =>
    test.platform.db.transaction().execute((trx) => grantWaitingWall(trx, userCode, { displayId, grantId: `grant-${displayId}` }));
  expect(await grant('dsp-first')).toBe(true);
  expect(await grant('dsp-second')).toBe(false);
  const [row] = await test.platform.db.selectFrom('oidc_payloads').select('payload').where('kind', '=', 'DeviceCode').execute();
  expect(row?.payload['accountId']).toBe('dsp-first');
  await test.close();
});
