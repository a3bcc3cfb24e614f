import { afterEach, describe, expect, it, vi } from 'vitest';
import { askForCode, poll } from './deviceGrantCalls.ts';

afterEach(() => vi.unstubAllGlobals());

/** The provider's answer; `echo` is the id it returns, by default the call's (D-50), null if another server answers in its place. */
function answers(body: string, init: ResponseInit = {}, echo?: string | null) {
  const fetched = vi.fn(
    async (_path: string, { headers }: { readonly body: URLSearchParams; readonly headers: Readonly<Record<string, string>> }) => {
      const response = new Response(body, init);
      const id = echo === undefined ? headers['X-Correlation-ID'] : echo;
      if (typeof id === 'string') response.headers.set('X-Correlation-ID', id);
      return response;
    },
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
const code = { device_code: 'device', user_code: 'BCDF-GHJK', verification_uri: 'https://x/system/displays', expires_in: 600 };

describe('the calls of the device grant', () => {
  it('asks for a code as the wall’s own client', { tags: ['K-10'] }, async () => {
    const fetched = answers(JSON.stringify({ ...code, interval: 7 }));
    expect(await askForCode()).toEqual({
      type: 'codeGiven',
      deviceCode: 'device',
      userCode: 'BCDF-GHJK',
      address: 'https://x/system/displays',
      expiresInS: 600,
      intervalS: 7,
    });
    expect(fetched.mock.calls[0]?.[0]).toBe('/idp/device/auth');
    expect(String(fetched.mock.calls[0]?.[1].body)).toBe('client_id=ukweli-wall&scope=openid');
    answers(JSON.stringify(code));
    expect(await askForCode()).toMatchObject({ intervalS: 5 });
  });

  it('a captive portal’s page is no code, and a time that is named is kept to', { tags: ['K-10'] }, async () => {
    answers('<html>Sign in to the hotel</html>', {}, null);
    expect(await askForCode()).toEqual({ type: 'codeRefused', retryAfterMs: null });
    answers('{"error":"temporarily_unavailable"}', { status: 429, headers: { 'retry-after': '30' } });
    expect(await askForCode()).toEqual({ type: 'codeRefused', retryAfterMs: 30_000 });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('refused')));
    expect(await askForCode()).toEqual({ type: 'codeRefused', retryAfterMs: null });
  });

  it('a stranger’s error ends no code, and its wish to wait is not kept to', { tags: ['M-8', 'F-33', 'D-50'] }, async () => {
    for (const echo of [null, 'another']) {
      for (const error of ['expired_token', 'access_denied', 'invalid_grant', 'Unauthorized']) {
        for (const status of [400, 401, 403, 404, 410, 503]) {
          answers(JSON.stringify({ error }), { status }, echo);
          expect(await poll('device')).toEqual({ type: 'polled', answer: 'unreachable' });
        }
      }
      answers('{"error":"slow"}', { status: 429, headers: { 'retry-after': '86400' } }, echo);
      expect(await askForCode()).toEqual({ type: 'codeRefused', retryAfterMs: null });
    }
    answers(JSON.stringify({ id_token: 'token' }), {}, 'another');
    expect(await poll('device')).toEqual({ type: 'polled', answer: 'unreachable' });
  });

  it.each([
    ['{"error":"authorization_pending"}', 400, { type: 'polled', answer: 'pending' }],
    ['{"error":"slow_down"}', 400, { type: 'polled', answer: 'slowDown' }],
    ['{"error":"expired_token"}', 400, { type: 'polled', answer: 'over' }],
    ['{"error":"invalid_grant"}', 400, { type: 'polled', answer: 'over' }],
    ['{"error":"access_denied"}', 400, { type: 'polled', answer: 'over' }],
    ['{"error":"server_error"}', 500, { type: 'polled', answer: 'unreachable' }],
    ['Bad gateway', 502, { type: 'polled', answer: 'unreachable' }],
    ['{"id_token":"token"}', 200, { type: 'approved', idToken: 'token' }],
  ])('understands what a poll is answered: %s', { tags: ['K-10'] }, async (body, status, event) => {
    answers(body, { status });
    expect(await poll('device')).toEqual(event);
  });
});
