import { codeAt, stepAt } from '../identity/factors/totp.ts';
import type { TestClient, TestPlatform } from './platform.ts';

/** An authenticator app as somebody holds it: what it shows `stepsOff` steps from now, by the platform's clock. */
export interface AuthenticatorApp {
  shows(stepsOff?: number): string;
}

/** One that was told this secret, in base32. */
export function createAuthenticatorApp({ clock }: Pick<TestPlatform, 'clock'>, secret: string): AuthenticatorApp {
  const bits = [...secret].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const bytes = Uint8Array.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
  return { shows: (stepsOff = 0) => codeAt(bytes, stepAt(clock.now()) + stepsOff) };
}

/** Sets one up for whoever holds the session, by the step before the clock's own, so that the next code counts at once. Answers what it brought. */
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
