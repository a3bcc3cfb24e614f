import { signInEndpoints } from '../../contracts/signInEndpoints.ts';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contracts/endpoint.ts';
import { headers } from '../../contracts/endpoints.ts';
import { everyEndpoint } from '../../contracts/everyEndpoint.ts';
import { type RawAnswer, readAnswer, unanswered } from './answer.ts';
import { createApiClient, type Sent } from './client.ts';
import { buildRequest } from './request.ts';

const caller = { tenantId: 'demo', accountId: null, build: 'b1' };
const raw = (status: number, text: string, fields: Record<string, string> = {}, statusText = ''): RawAnswer => ({
  status,
  statusText,
  text,
  header: (name) => fields[name] ?? null,
});
/** The header that identifies the platform (D-50): the call's correlation id. */
const echo = (correlationId = 'c') => ({ [headers.correlation]: correlationId });
const jwks = JSON.stringify({ keys: [{ kid: 'k1', kty: 'RSA' }] });

describe('requests', () => {
  it('every call of the table carries tenant, correlation id, build and the JSON content type', { tags: ['C-74'] }, () => {
    for (const endpoint of Object.values<Endpoint>(everyEndpoint)) {
      const request = buildRequest(endpoint, {}, caller, 'corr-1');
      expect(request.headers).toMatchObject({
        [headers.tenant]: 'demo',
        [headers.correlation]: 'corr-1',
        [headers.build]: 'b1',
        'content-type': 'application/json',
      });
      expect(request.method).toBe(endpoint.method);
      expect(request.body === null).toBe(endpoint.method === 'GET');
      expect(request.timeLimitMs).toBeGreaterThan(0);
    }
  });

  it('sends no tenant header before there is a tenant', { tags: ['C-74'] }, () => {
    expect(buildRequest('config', {}, { tenantId: null, accountId: null, build: 'b1' }, 'c').headers).not.toHaveProperty(headers.tenant);
  });

  it('names whom it takes the session to be of, but where it asks who that is or is nobody’s in particular', { tags: ['M-3'] }, () => {
    const accountOf = (id: Parameters<typeof buildRequest>[0]) =>
      buildRequest(id, {}, { ...caller, accountId: 'u-1' }, 'c').headers[headers.account];
    expect([accountOf('kpis'), accountOf('refresh'), accountOf('promoteLetter')]).toEqual(['u-1', 'u-1', 'u-1']);
    expect([accountOf('me'), accountOf('config'), accountOf('logout'), accountOf(signInEndpoints.login)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('says how long its first byte is waited for where the caller knows, and else nothing', { tags: ['M-13'] }, () => {
    expect(buildRequest('jwks', { firstByteMs: 1500 }, caller, 'c').firstByteMs).toBe(1500);
    expect(buildRequest('jwks', {}, caller, 'c')).not.toHaveProperty('firstByteMs');
  });

  it('writes parameters and queries so that nothing in them can change the path', () => {
    const request = buildRequest('manifest', { params: { packId: '../x?y' } }, caller, 'c');
    expect(request.url).toBe('/api/evidence/..%2Fx%3Fy/manifest');
    expect(buildRequest('verifications', { query: { limit: 5, cursor: undefined, q: 'a&b' } }, caller, 'c').url).toBe(
      '/api/verifications?limit=5&q=a%26b',
    );
  });
});

describe('answers', () => {
  it('reads the value and what the headers say of it', () => {
    const answer = readAnswer(
      'jwks',
      raw(200, jwks, { ...echo(), [headers.asOfSeq]: '41', [headers.serverTime]: '2026-11-21T08:00:00.000Z' }),
      'c',
    );
    expect(answer).toMatchObject({
      ok: true,
      value: { value: { keys: [{ kid: 'k1' }] }, asOfSeq: 41, serverTime: Date.UTC(2026, 10, 21, 8), cachedAt: null },
    });
  });

  it('tells an answer out of the service worker’s cache by its age', () => {
    expect(readAnswer('jwks', raw(200, jwks, { [headers.cachedAt]: '1700000000000' }), 'c')).toMatchObject({
      ok: true,
      value: { cachedAt: 1_700_000_000_000 },
    });
  });

  it('dates an answer out of the service worker’s cache by the platform’s stamp on it, not by the clock of the device that kept it', {
    tags: ['M-5', 'F-20'],
  }, () => {
    const stamped = { [headers.cachedAt]: '1700000000000', [headers.serverTime]: '2026-11-21T08:00:00.000Z' };
    expect(readAnswer('jwks', raw(200, jwks, stamped), 'c')).toMatchObject({ ok: true, value: { cachedAt: Date.UTC(2026, 10, 21, 8) } });
  });

  it('refuses an answer of the wrong shape', { tags: ['C-64'] }, () => {
    for (const text of ['{"keys":[{"kty":"RSA"}]}', '{"keys":"none"}', '[]', 'not json', '']) {
      expect(readAnswer('jwks', raw(200, text, { ...echo(), 'Content-Type': 'application/json' }), 'c')).toMatchObject({
        ok: false,
        problem: { code: 'bad_shape', retry: false },
      });
    }
  });

  /** Answers that are not JSON: a file's bytes, and the stream, whose frames are checked one by one. */
  const unshaped: readonly string[] = ['evidenceFile', 'events'];

  it('refuses what has another shape for every call of the table, whichever it is', { tags: ['C-64'] }, () => {
    const answered = (endpoint: Endpoint, value: unknown) => readAnswer(endpoint, raw(200, JSON.stringify(value)), 'c');
    const junk = ['a text', 42, [[1]], { error: 'none of ours', rows: [{}] }];
    const takes = (endpoint: Endpoint) => junk.filter((value) => answered(endpoint, value).ok);
    const taken = Object.entries<Endpoint>(everyEndpoint).filter(([, endpoint]) => takes(endpoint).length > 0);
    expect(taken.map(([id]) => id)).toEqual(unshaped);
  });

  it('knows a captive portal by its HTML, whatever it calls it', () => {
    const page = '<!DOCTYPE html><title>Free Wi-Fi</title>';
    for (const fields of [{ 'Content-Type': 'text/html' }, { 'Content-Type': 'application/json' }] as Record<string, string>[]) {
      const answer = readAnswer('health', raw(200, page, fields), 'c');
      expect(answer).toMatchObject({ ok: false, problem: { code: 'not_ours', retry: true } });
      expect(answer.ok ? '' : answer.problem.message).toContain('Wi-Fi');
    }
  });

  it('passes on what the platform says of a failure', () => {
    const body = JSON.stringify({ error: { code: 'read_only_mode', message: 'The kill switch is on.', correlationId: 'x' } });
    expect(readAnswer('kpis', raw(423, body, echo('mine')), 'mine')).toMatchObject({
      ok: false,
      problem: { code: 'read_only_mode', message: 'The kill switch is on.', status: 423, correlationId: 'mine', retry: false },
    });
  });

  it('hears how long to wait', () => {
    const body = JSON.stringify({ error: { code: 'rate_limited', message: 'Too many tries', correlationId: 'c' } });
    expect(readAnswer('kpis', raw(429, body, { ...echo(), 'Retry-After': '7' }), 'c')).toMatchObject({
      problem: { code: 'rate_limited', retryAfterMs: 7000, retry: true },
    });
    expect(readAnswer('kpis', raw(429, body, { ...echo(), 'Retry-After': 'soon' }), 'c')).not.toHaveProperty('problem.retryAfterMs');
  });

  it('takes null for the answer of a call that answers nothing', () => {
    expect(readAnswer('logout', raw(204, '', echo()), 'c')).toMatchObject({ ok: true, value: { value: null } });
  });

  it('does not offer to try a cancelled call again', () => {
    expect(unanswered('cancelled', 'c').retry).toBe(false);
    expect(unanswered('timeout', 'c')).toMatchObject({ code: 'timeout', retry: true });
  });
});

describe('the client', () => {
  const client = (sent: Sent, heard: number[], took: number[] = []) =>
    createApiClient<AbortSignal>({
      send: async () => sent,
      newCorrelationId: () => 'c',
      caller: () => caller,
      onServerTime: (serverTime, receivedAt, rttMs) => heard.push(serverTime - receivedAt, rttMs),
      onAnswered: (rttMs) => took.push(rttMs),
    });
  const answer = (fields: Record<string, string>): Sent => ({
    kind: 'answer',
    rttMs: 80,
    receivedAt: Date.UTC(2026, 10, 21, 8),
    raw: raw(200, jwks, fields),
  });

  it('hands on the platform’s clock with the round trip, but never one out of a cache', { tags: ['D-29'] }, async () => {
    const heard: number[] = [];
    await client(answer({ ...echo(), [headers.serverTime]: '2026-11-21T09:00:00.000Z' }), heard)('jwks');
    expect(heard).toEqual([3_600_000, 80]);
    await client(answer({ ...echo(), [headers.serverTime]: '2026-11-21T09:00:00.000Z', [headers.cachedAt]: '1' }), heard)('jwks');
    expect(heard).toHaveLength(2);
  });

  it('counts what the platform answered as an answer, its refusals too, and nothing that a cache, a portal or nobody gave', {
    tags: ['M-13', 'M-8'],
  }, async () => {
    const tookAfter = async (sent: Sent): Promise<number[]> => {
      const took: number[] = [];
      await client(sent, [], took)('jwks');
      return took;
    };
    const refused = JSON.stringify({ error: { code: 'rate_limited', message: 'Too many tries', correlationId: 'c' } });
    const portal = '<!DOCTYPE html><title>Free Wi-Fi</title>';
    const given = (status: number, text: string): Sent => ({ kind: 'answer', rttMs: 80, receivedAt: 0, raw: raw(status, text, echo()) });
    expect(await Promise.all([answer(echo()), given(429, refused)].map(tookAfter))).toEqual([[80], [80]]);
    const none = [answer({ ...echo(), [headers.cachedAt]: '1' }), given(200, portal), { kind: 'failed', code: 'network' } as const];
    expect(await Promise.all(none.map(tookAfter))).toEqual([[], [], []]);
  });

  it('answers a problem, never an exception, when nothing came back', async () => {
    expect(await client({ kind: 'failed', code: 'network' }, [])('jwks')).toMatchObject({
      ok: false,
      problem: { code: 'network', retry: true },
    });
  });
});
