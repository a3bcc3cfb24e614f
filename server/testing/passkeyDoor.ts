import type { FastifyInstance } from 'fastify';
import type { SoftwarePasskey } from './authenticator.ts';
import { authorizationRequest, createOidcBrowser } from './oidcClient.ts';
import type { TestAnswer, TestClient } from './platform.ts';

/** Relying party origin of test passkeys: the test platform's own origin. */
export const passkeyOrigin = 'http://localhost:4173';

/** A browser at the provider's sign-in page: `ask` requests passkey options, `send` posts the assertion. */
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

/** Requests options for a new passkey, with the password as proof. */
export function passkeyOptions(client: TestClient, currentPassword: string): Promise<TestAnswer> {
  return client.post('/api/profile/passkeys/options', { currentPassword });
}

/** Adds this passkey to the session's account. */
export async function addPasskey(client: TestClient, name: string, passkey: SoftwarePasskey, currentPassword: string): Promise<TestAnswer> {
  const options = (await passkeyOptions(client, currentPassword)).json();
  return client.post('/api/profile/passkeys', { name, credential: passkey.create(options, { origin: passkeyOrigin }) });
}
