import { expect, it, vi } from 'vitest';
import { authorizationRequest, createOidcBrowser } from '../../testing/oidcClient.ts';
import { createTestPlatform } from '../../testing/platform.ts';

it('what fails at the provider stands in the log with its cause, and whoever met it is shown none of that', {
  tags: ['M-13', 'G-8'],
}, async () => {
  const test = await createTestPlatform();
  const { db } = test.platform;
  const insertInto = db.insertInto.bind(db);
  vi.spyOn(db, 'insertInto').mockImplementation((table) => {
    if (String(table) === 'oidc_payloads') throw new Error('no room on the disk');
    return insertInto(table);
  });
  const origin = 'http://localhost:4173';
  const answer = await createOidcBrowser(test.app, origin).request('GET', authorizationRequest(origin).url);
  expect([answer.status, answer.location]).toEqual([500, null]);
  expect(answer.body).not.toContain('disk');
  expect(test.logged.filter((line) => line.includes('idp.failed')).join()).toContain('no room on the disk');
  vi.restoreAllMocks();
  await test.close();
});
