import { codeAt, stepAt } from '../identity/factors/totp.ts';
import type { TestClient, TestPlatform } from './platform.ts';

/** An authenticator app: the code shown `stepsOff` steps from now, by the platform's clock. */
export interface AuthenticatorApp {
  shows(stepsOff?: number): string;
}

/** Creates an app with this base32 secret. */
export function createAuthenticatorApp({ clock }: Pick<TestPlatform, 'clock'>, secret: string): AuthenticatorApp {
  const bits = [...secret].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const bytes = Uint8Array.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
  return { shows: (stepsOff = 0) => codeAt(bytes, stepAt(clock.now()) + stepsOff) };
}

/**
 * Sets up an app for the session's account, confirmed with the previous step's code so that the next code is usable at once. Returns the
 * app and its recovery codes.
 */
export async function setUpApp(
  test: Pick<TestPlatform, 'clock'>,
  client: TestClient,
): Promise<{ readonly app: AuthenticatorApp; readonly recoveryCodes: readonly string[] }> {
  const offer = await client.post('/api/profile/totp/offer');
  if (offer.status !== 200) throw new Error(`No secret was offered: ${offer.body}`);
  const app = createAuthenticatorApp(test, offer.json().secret);
  const confirmed = await client.post('/api/profile/totp', { code: app.shows(-1) });
  if (confirmed.status !== 200) throw new Error(`The app was not confirmed: ${confirmed.body}`);
  return { app, recoveryCodes: confirmed.json().recoveryCodes };
}
