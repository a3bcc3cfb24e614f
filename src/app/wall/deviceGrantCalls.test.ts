import { afterEach, describe, expect, it, vi } from 'vitest';
import { askForCode, poll } from './deviceGrantCalls.ts';

afterEach(() => vi.unstubAllGlobals());

/** What the provider, or whoever stands in its place, answers. */
function answers(body: string, init: ResponseInit = {}) {
  const fetched = vi.fn(async (_path: string, _init: { readonly body: URLSearchParams }) => new Response(body, init));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
const code = { device_code: 'device', user_code: 'BCDF-GHJK', verification_uri: 'https://x/system/displays', expires_in: 600 };

describe('the calls of the device grant', () => {
  it('[K-10] asks for a code as the wall’s own client', async () => {
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

  it('[K-10] a captive portal’s page is no code, and a time that is named is kept to', async () => {
    answers('<html>Sign in to the hotel</html>');
    expect(await askForCode()).toEqual({ type: 'codeRefused', retryAfterMs: null });
    answers('{"error":"temporarily_unavailable"}', { status: 429, headers: { 'retry-after': '30' } });
    expect(await askForCode()).toEqual({ type: 'codeRefused', retryAfterMs: 30_000 });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('refused')));
    expect(await askForCode()).toEqual({ type: 'codeRefused', retryAfterMs: null });
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
  ])('[K-10] understands what a poll is answered: %s', async (body, status, event) => {
    answers(body, { status });
    expect(await poll('device')).toEqual(event);
  });
});
