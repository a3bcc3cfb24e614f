// Long: every call with every hostile text.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyWith } from '../../server/testing/bodyFor.ts';
import { authorizationRequest, createOidcBrowser } from '../../server/testing/oidcClient.ts';
import type { TestClient } from '../../server/testing/platform.ts';
import type { Endpoint } from '../../src/contracts/endpoint.ts';
import { everyEndpoint } from '../../src/contracts/everyEndpoint.ts';
import { type Attacked, startAttacked } from './attacked.ts';

/** D-57. Users may send texts that no database can store, that hide their content, or that are far too long. */
const hostile = {
  'half a sign': 'Half \ud83d of one',
  'the other half': '\udc00 first',
  NUL: 'a\0b',
  'control characters': 'a\u0007\u001b[31mb\u0085c',
  'bidi controls': 'paid \u202E000,1\u2066 SEK\u2069',
  'not composed': 'Cafe\u0301 \u1112\u1161\u11ab',
  'line ends': 'one\r\ntwo\rthree\u2028four',
  '64 kB': 'x'.repeat(65_536),
  'thousands of signs': '👩🏾‍🌾'.repeat(300),
} as const;

/** Ids from the seed, by path parameter, so that calls get as far as possible. */
const seeded: Readonly<Record<string, string>> = {
  incidentId: 'INC-0042',
  itemId: 'DLQ-00317',
  vrfId: 'VRF-001240',
  packId: 'EP-0931',
  agentId: 'AGT-VERIFIER',
  overrideId: 'OVR-0005',
  viewId: 'view-0001',
};

let under: Attacked;
let admin: TestClient;
beforeAll(async () => {
  under = await startAttacked({ seeded: true });
  admin = await under.signIn('admin@ukweli.example');
});
afterAll(() => under.close());

const key = () => ({ 'idempotency-key': crypto.randomUUID() });

describe('texts that nobody should send', { tags: ['G-11', 'D-57'] }, () => {
  // The kill switch comes last: after it the platform refuses all commands.
  const calls = (Object.entries(everyEndpoint) as [string, Endpoint][]).toSorted(
    ([a], [b]) => Number(a === 'changeKillSwitch') - Number(b === 'changeKillSwitch'),
  );
  /** Excluded: `logout` ends this session, `events` streams without end. */
  const apart: readonly string[] = ['logout', 'events'] satisfies (keyof typeof everyEndpoint)[];

  it.each(Object.entries(hostile))('%s: no call answers that the platform failed, and the record stays whole', async (_, text) => {
    const failed: unknown[] = [];
    const accepted = new Set<string>();
    const inAddress = encodeURIComponent(text.slice(0, 100).toWellFormed());
    for (const [id, { method, path, query, body }] of calls.filter(([each]) => !apart.includes(each))) {
      const wanted = query === undefined ? {} : Object(bodyWith(query, text.slice(0, 200)));
      const asked = Object.entries(wanted).map(([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`);
      // Once with the id of an existing resource, once with the hostile text as id.
      const addresses = new Set([
        path.replace(/\{(\w+)\}/g, (_all, name: string) => seeded[name] ?? inAddress),
        path.replace(/\{\w+\}/g, inAddress),
      ]);
      for (const address of addresses)
        for (const client of method === 'GET' ? [admin] : [admin, under.anonymous()]) {
          const sent = body === undefined ? undefined : bodyWith(body, text);
          const answer = await client.call(method, [address, asked.join('&')].join('?'), sent, key());
          if (answer.status >= 500) failed.push([id, answer.status, answer.body.slice(0, 200)]);
          if (answer.status < 300) accepted.add(id);
        }
    }
    expect(failed).toEqual([]);
    // The test only proves something if at least these calls store the text.
    if (text.length < 100) expect([...accepted]).toEqual(expect.arrayContaining(['noteIncident', 'changeKillSwitch']));
    expect(await under.platform.audit.firstBroken('demo')).toBeNull();
    admin = await under.signIn('admin@ukweli.example');
    const { version } = (await admin.get('/api/system/kill-switch')).json();
    await admin.call('PUT', '/api/system/kill-switch', { active: false, version, reason: 'Looked at' }, key());
    expect((await admin.get('/api/system/kill-switch')).json().active).toBe(false);
  });

  it('nor does the provider’s own page, at a step that has begun', { tags: ['G-11'] }, async () => {
    const { origin } = under.platform.config;
    for (const text of Object.values(hostile))
      for (const form of [
        { email: text.slice(0, 300), password: 'x' },
        { email: 'admin@ukweli.example', password: text },
      ]) {
        under.clock.advance(60_000);
        const browser = createOidcBrowser(under.app, origin);
        const begun = await browser.request('GET', authorizationRequest(origin).url);
        expect(begun.location).toContain('/idp/sign-in/');
        const answer = await browser.request('POST', begun.location ?? '', { form });
        expect(answer.status).toBeLessThan(500);
        expect(answer.location).toBeNull(); // Nobody is signed in.
        expect((await under.anonymous().post('/api/auth/login', form)).status).toBeLessThan(500);
      }
    admin = await under.signIn('admin@ukweli.example');
  });

  it('what was written hashes to its seal, whatever it was, and reads as what it was taken for', { tags: ['D-57'] }, async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc.constantFrom(...Object.values(hostile)).map((text) => text.slice(0, 200)),
    );
    await fc.assert(
      fc.asyncProperty(anyText, fc.nat(0xffff), async (text, unit) => {
        const note = `${text}${String.fromCharCode(unit)} end`;
        const answer = await admin.call('POST', '/api/incidents/INC-0042/notes', { text: note }, key());
        expect(answer.status, answer.body).toBe(200);
        const kept: string = answer.json().incident.timeline.at(-1).text;
        expect(kept.isWellFormed()).toBe(true);
        expect(kept).toBe(kept.normalize('NFC'));
        expect(/[^\P{Cc}\n\t]/u.test(kept)).toBe(false);
      }),
      { numRuns: 60 },
    );
    expect(await under.platform.audit.firstBroken('demo')).toBeNull();
  });
});
