import type { FastifyInstance } from 'fastify';
import type { SoftwarePasskey } from './authenticator.ts';
import { authorizationRequest, createOidcBrowser } from './oidcClient.ts';
import type { TestAnswer, TestClient } from './platform.ts';

/** Where passkeys of tests belong: the test platform's own origin. */
export const passkeyOrigin = 'http://localhost:4173';

/** A browser at the provider's sign-in page, which asks for a passkey (`ask`) and sends what it signed (`send`). */
export async function atTheDoor(app: FastifyInstance) {
  const browser = createOidcBrowser(app, passkeyOrigin);
  const asked = authorizationRequest(passkeyOrigin);
  const address = (await browser.request('GET', asked.url)).location ?? '';
  const ask = async () =>
    JSON.parse((await browser.request('POST', `${address}/passkey/options`, { headers: { origin: passkeyOrigin } })).body);
  const send = (assertion: object | string) =>
    browser.request('POST', `${address}/passkey`, {
      form: { assertion: typeof assertion === 'string' ? assertion : JSON.stringify(assertion) },
    });
  return { browser, address, ask, send, ...asked };
}

/** Asks for the making of a passkey, proving the password. */
export function passkeyOptions(client: TestClient, currentPassword: string): Promise<TestAnswer> {
  return client.post('/api/profile/passkeys/options', { currentPassword });
}

/** Adds this passkey to the account of whoever holds the session. */
export async function addPasskey(client: TestClient, name: string, passkey: SoftwarePasskey, currentPassword: string): Promise<TestAnswer> {
  const options = (await passkeyOptions(client, currentPassword)).json();
  return client.post('/api/profile/passkeys', { name, credential: passkey.create(options, { origin: passkeyOrigin }) });
}
