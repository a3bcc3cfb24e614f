import { deviceGrant } from '../../src/contracts/deviceGrant.ts';
import type { TestClient, TestPlatform } from './platform.ts';

/** A display's browser: requests a code, polls, and starts its session. */
export interface WallBrowser {
  /** Its codes and the rest of the response. */
  askForCode(): Promise<{ status: number; deviceCode: string; userCode: string; answer: Record<string, unknown> }>;
  /** One poll of the token endpoint. */
  poll(deviceCode: string): Promise<{ status: number; error: string | null; idToken: string | null; answer: Record<string, unknown> }>;
  /** Exchanges the token; returns the display's client with its cookie, or null if refused. */
  enter(idToken: string): Promise<TestClient | null>;
}

export const wallSettings = { name: 'Control room', playlist: ['operations', 'incidents'], dwellS: 20, theme: 'dark' };

export function createWallBrowser(test: TestPlatform, userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0'): WallBrowser {
  const post = async (url: string, form: Record<string, string>) => {
    const answer = await test.app.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: test.platform.config.origin, 'user-agent': userAgent },
    });
    return { status: answer.statusCode, answer: (answer.body === '' ? {} : JSON.parse(answer.body)) as Record<string, unknown> }; // the provider's JSON
  };
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    async askForCode() {
      const { status, answer } = await post(deviceGrant.authorizationPath, { client_id: deviceGrant.clientId, scope: deviceGrant.scope });
      return { status, deviceCode: text(answer['device_code']) ?? '', userCode: text(answer['user_code']) ?? '', answer };
    },
    async poll(deviceCode) {
      const form = { client_id: deviceGrant.clientId, grant_type: deviceGrant.grantType, device_code: deviceCode };
      const { status, answer } = await post(deviceGrant.tokenPath, form);
      return { status, error: text(answer['error']), idToken: text(answer['id_token']), answer };
    },
    async enter(idToken) {
      const answer = await test.anonymous().post('/api/auth/display-session', { idToken });
      const [line] = [answer.headers['set-cookie'] ?? []].flat();
      return answer.status === 200 && line !== undefined ? test.holding(String(line).split(';')[0] ?? '') : null;
    },
  };
}

/** Pairs a display from code to session, approved by the demo's administrator. */
export async function pairWall(
  test: TestPlatform,
  settings: object = {},
): Promise<{ displayId: string; wall: TestClient; idToken: string }> {
  const browser = createWallBrowser(test);
  const admin = await test.signIn('admin@ukweli.example');
  const { deviceCode, userCode } = await browser.askForCode();
  const approved = await admin.post('/api/displays', { ...wallSettings, ...settings, code: userCode });
  const { idToken } = await browser.poll(deviceCode);
  const wall = idToken === null ? null : await browser.enter(idToken);
  if (wall === null || idToken === null) throw new Error(`The wall was not paired: ${approved.body}`);
  return { displayId: approved.json().displayId, wall, idToken };
}
