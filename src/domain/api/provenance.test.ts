import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contracts/endpoint.ts';
import { headers } from '../../contracts/endpoints.ts';
import { everyEndpoint } from '../../contracts/everyEndpoint.ts';
import { problemCodes } from '../../contracts/problem.ts';
import { judge } from '../outbox/judge.ts';
import { isRefusal, isRevocation } from '../session/refusal.ts';
import { notOursText, readAnswer } from './answer.ts';
import { type BodyForm, bodyForms, type Echo, echoOf, type Provenance, provenanceOf } from './provenance.ts';

const echoes: readonly Echo[] = ['same', 'none', 'other'];
/** Statuses seen from foreign servers and from the platform (F-11, F-33), plus the last success code. */
const statuses = [200, 201, 204, 299, 304, 400, 401, 403, 404, 405, 408, 409, 410, 413, 415, 423, 426, 429, 500, 502, 503, 504, 511];

/** The whole table, by success or failure, echo and body: S stranger, A answer, a answer without proof, R refusal, M misshapen. */
const table: Readonly<Record<BodyForm, { readonly ok: string; readonly failed: string }>> = {
  //           echo: same none other
  shape: { ok: 'AaS', failed: 'SSS' },
  nothing: { ok: 'ASS', failed: 'SSS' },
  problem: { ok: 'MSS', failed: 'RSS' },
  otherJson: { ok: 'MSS', failed: 'SSS' },
  html: { ok: 'SSS', failed: 'SSS' },
  empty: { ok: 'MSS', failed: 'SSS' },
  text: { ok: 'MSS', failed: 'SSS' },
};
const signOf = (provenance: Provenance): string =>
  provenance.kind === 'answer' ? (provenance.vouched ? 'A' : 'a') : { refusal: 'R', misshapen: 'M', stranger: 'S' }[provenance.kind];

describe('whose answer it is', () => {
  it('every status, echo and body has its verdict', { tags: ['M-8', 'F-33', 'D-50'] }, () => {
    for (const form of bodyForms) {
      for (const status of statuses) {
        const row = status < 300 ? table[form].ok : status < 400 ? 'SSS' : table[form].failed;
        expect([form, status, echoes.map((echo) => signOf(provenanceOf(status, echo, form))).join('')]).toEqual([form, status, row]);
      }
    }
  });

  it('an id that is missing is no echo, and an id that is nearly the one sent is another', { tags: ['M-8'] }, () => {
    expect([echoOf('c1', null), echoOf('c1', ''), echoOf('c1', 'c1'), echoOf('c1', 'c1, c1'), echoOf('c1', 'C1')]).toEqual([
      'none',
      'none',
      'same',
      'other',
      'other',
    ]);
  });
});

/** Every kind of call, from the endpoint table. */
const calls = Object.values<Endpoint>(everyEndpoint);
const sent = 'sent-id';
const bodies = fc.oneof(
  fc.constantFrom('', 'null', '{}', '[]', '"text"', 'Forbidden', '<!doctype html><h1>403 Forbidden</h1>', '{"error":"Unauthorized"}'),
  fc
    .record({ code: fc.constantFrom(...problemCodes), message: fc.string(), correlationId: fc.constantFrom(sent, 'x') })
    .map((error) => JSON.stringify({ error })),
  fc.json(),
);
const raws = fc.record({
  call: fc.constantFrom(...calls),
  status: fc.oneof(fc.constantFrom(...statuses), fc.integer({ min: 100, max: 599 })),
  text: bodies,
  echo: fc.constantFrom(sent, 'another-id', null),
  contentType: fc.constantFrom('text/html', 'application/json', null),
  cachedAt: fc.constantFrom('1700000000000', null),
});

describe('what an answer may move', () => {
  it('a failure moves session, rows, lock or outbox only where the platform refused: its form, and the id that was sent', {
    tags: ['M-8', 'F-11', 'F-33', 'D-50'],
  }, () => {
    fc.assert(
      fc.property(raws, ({ call, status, text, echo, contentType, cachedAt }) => {
        const fields: Record<string, string | null> = {
          [headers.correlation]: echo,
          'Content-Type': contentType,
          [headers.cachedAt]: cachedAt,
        };
        const read = readAnswer(call, { status, statusText: '', text, header: (name) => fields[name] ?? null }, sent);
        if (read.ok) {
          // Without proof its headers are not trusted, and an empty answer is not accepted.
          expect(status >= 200 && status < 300).toBe(true);
          if (!read.value.vouched) expect(read.value.value).not.toBeNull();
          return;
        }
        const { code } = read.problem;
        const judgement = judge(code);
        const moves =
          isRefusal(code) ||
          isRevocation(code) ||
          judgement.kind === 'refused' ||
          (judgement.kind === 'hold' && judgement.waits !== 'link') ||
          code === 'read_only_mode' ||
          code === 'build_too_old';
        const ofThePlatform = status >= 400 && echo === sent && cachedAt === null && contentType !== 'text/html';
        if (moves) expect(ofThePlatform).toBe(true);
        if (!ofThePlatform && status >= 300) expect(read.problem).toMatchObject({ code: 'not_ours', retry: true });
      }),
      { numRuns: 3000 },
    );
  });

  it('what is said of a stranger begins with the status that came, and goes on in plain words', { tags: ['M-8', 'C-78'] }, () => {
    const said = (status: number, statusText: string) => {
      const read = readAnswer('kpis', { status, statusText, text: '<h1>No</h1>', header: () => 'text/html' }, sent);
      return read.ok ? null : read.problem.message;
    };
    expect(said(403, 'Forbidden')).toBe(`API Error: 403 Forbidden. ${notOursText}`);
    expect(said(502, '')).toBe(`API Error: 502 Bad Gateway. ${notOursText}`);
    expect(said(200, 'OK')).toBe(notOursText);
  });

  it('a stranger that asks to wait is not obeyed, and one that claims a time or a place in the log is not believed', {
    tags: ['M-8'],
  }, () => {
    const fields: Record<string, string> = {
      'Retry-After': '86400',
      [headers.asOfSeq]: '999999',
      [headers.serverTime]: '2031-01-01T00:00:00.000Z',
    };
    const header = (name: string) => fields[name] ?? null;
    expect(readAnswer('kpis', { status: 503, statusText: '', text: 'wait', header }, sent)).not.toHaveProperty('problem.retryAfterMs');
    expect(readAnswer('jwks', { status: 200, statusText: '', text: '{"keys":[]}', header }, sent)).toMatchObject({
      ok: true,
      value: { vouched: false, asOfSeq: null, serverTime: null },
    });
  });
});
