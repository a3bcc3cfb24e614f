import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../server/testing/platform.ts';
import type { Endpoint } from '../../src/contracts/endpoint.ts';
import { everyEndpoint } from '../../src/contracts/everyEndpoint.ts';
import { z } from '../../src/contracts/zod.ts';
import { type Attacked, startAttacked } from './attacked.ts';

/** A-21, D-57. Whoever may send a text sends one that no database holds, that hides what it says, or that is far too long. */
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

type Json = { readonly [member: string]: unknown };
/** What a shape asks for, each of its free texts being this one. */
function filled(schema: Json, text: string): unknown {
  const [first] = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf'] ?? []) as readonly Json[];
  if (first !== undefined) return filled(first, text);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  switch (schema['type']) {
    case 'object': {
      const members = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Json>>);
      return Object.fromEntries(members.map(([name, member]) => [name, filled(member, text)]));
    }
    case 'array':
      return [filled((schema['items'] ?? {}) as Json, text)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1));
    case 'string':
      if (schema['format'] === 'date-time') return '2025-11-18T11:26:00.000Z';
      if (schema['format'] === 'email') return 'somebody@ukweli.example';
      return text;
    default:
      return null;
  }
}
const shapeOf = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;

let under: Attacked;
let admin: TestClient;
beforeAll(async () => {
  under = await startAttacked({ seeded: true });
  admin = await under.signIn('admin@ukweli.example');
});
afterAll(() => under.close());

describe('[A-21] [G-11] [D-57] texts that nobody should send', () => {
  // The kill switch last: after it no command is looked at.
  const calls = (Object.entries(everyEndpoint) as [string, Endpoint][]).toSorted(
    ([a], [b]) => Number(a === 'changeKillSwitch') - Number(b === 'changeKillSwitch'),
  );
  /** What opens or ends a session would end this one; streams answer for as long as they are listened to. */
  const apart = new Set(['logout', 'sse', 'events', 'stream']);

  it.each(Object.entries(hostile))('%s: no call answers that the platform failed, and the record stays whole', async (_, text) => {
    const failed: unknown[] = [];
    for (const [id, { method, path, query, body }] of calls) {
      if (apart.has(id)) continue;
      const asked = Object.entries(query === undefined ? {} : (filled(shapeOf(query), text) as Json)).filter(
        ([, value]) => typeof value === 'string',
      );
      const address = [
        path.replace(/\{\w+\}/g, () => encodeURIComponent(text.slice(0, 100).toWellFormed())),
        asked.map(([name, value]) => `${name}=${encodeURIComponent(String(value).slice(0, 500).toWellFormed())}`).join('&'),
      ].join('?');
      for (const client of [admin, under.anonymous()]) {
        if (method === 'GET' && client !== admin) continue;
        const sent = body === undefined ? undefined : filled(shapeOf(body), text);
        const answer = await client.call(method, address, sent, { 'idempotency-key': crypto.randomUUID() });
        if (answer.status >= 500) failed.push([id, answer.status, answer.body.slice(0, 200)]);
      }
    }
    expect(failed).toEqual([]);
    expect(await under.platform.audit.firstBroken('demo')).toBeNull();
    admin = await under.signIn('admin@ukweli.example');
    const { version } = (await admin.get('/api/system/kill-switch')).json();
    await admin.call(
      'PUT',
      '/api/system/kill-switch',
      { active: false, version, reason: 'Looked at' },
      { 'idempotency-key': crypto.randomUUID() },
    );
    expect((await admin.get('/api/system/kill-switch')).json().active).toBe(false);
  });

  it('[G-11] nor does the provider’s own page', async () => {
    const client = under.anonymous();
    for (const text of Object.values(hostile)) {
      for (const body of [
        new URLSearchParams({ email: text, password: 'x' }),
        new URLSearchParams({ email: 'a@b.example', password: text }),
      ]) {
        const answer = await under.app.inject({
          method: 'POST',
          url: '/idp/sign-in/no-such-step',
          headers: { 'content-type': 'application/x-www-form-urlencoded', origin: under.platform.config.origin },
          payload: body.toString(),
        });
        expect(answer.statusCode).toBeLessThan(500);
      }
      expect((await client.post('/api/auth/login', { email: text, password: text })).status).toBeLessThan(500);
    }
  });

  it('[D-57] what was written hashes to its seal, whatever it was, and reads as what it was taken for', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc.constantFrom(...Object.values(hostile)).map((text) => text.slice(0, 200)),
    );
    await fc.assert(
      fc.asyncProperty(anyText, fc.nat(0xffff), async (text, unit) => {
        const note = `${text}${String.fromCharCode(unit)} end`;
        const answer = await admin.call(
          'POST',
          '/api/incidents/INC-0042/notes',
          { text: note },
          { 'idempotency-key': crypto.randomUUID() },
        );
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
