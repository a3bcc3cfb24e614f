import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consoleRoles } from '../../contracts/access.ts';
import { type DiagnosticContext, diagnosticFilterFields } from '../../contracts/diagnostics.ts';
import type { EventFrame } from '../../contracts/realtime/event.ts';
import { aliasOf } from '../places.ts';
import { screenIds, screens } from '../screens/screens.ts';
import { allowedFilters, diagnosticContext } from './context.ts';
import { type PersonalDataKind, personalDataIn, personalDataKinds } from './personalData.ts';
import { scanForPersonalData } from './scan.ts';

const events = fc.array(
  fc.record({
    type: fc.constantFrom('kpis.updated', 'verifications.appended', 'pipeline.dead_letter', 'health.component', 'system.kill_switch'),
    ts: fc.date({ min: new Date(2020, 0), max: new Date(2090, 0), noInvalidDate: true }).map((at) => at.toISOString()),
    data: fc.record({ siteName: fc.string({ maxLength: 8 }), version: fc.nat() }),
  }),
  { maxLength: 24 },
);
const digits = (least: number, most = least) => fc.stringMatching(new RegExp(`^\\d{${least},${most}}$`));
const browsers = fc.oneof(
  fc.constantFrom(
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Safari/605.1.15',
    'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 14; SM-X710 Build/UP1A.231005.007) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.6478.122 Safari/537.36',
  ),
  fc
    .tuple(
      fc.constantFrom('Linux; Android 10; K', 'X11; Linux x86_64', 'X11; CrOS x86_64 14541.0.0'),
      digits(2, 3),
      digits(1, 5),
      digits(1, 4),
    )
    .map(
      ([place, major, build, patch]) =>
        `Mozilla/5.0 (${place}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.${build}.${patch} Safari/537.36`,
    ),
);
/** The console's own values for each allowed filter. */
const ownFilters: Readonly<Record<(typeof diagnosticFilterFields)[number], fc.Arbitrary<string>>> = {
  packId: digits(4).map((number) => `EP-${number}`),
  vrfId: digits(6).map((number) => `VRF-${number}`),
  correlationId: fc.uuid(),
  tenantId: fc.constantFrom('demo', 'kampala'),
  siteCode: fc.tuple(fc.constantFrom('KE-NBO', 'UG-KLA', 'KE-KSM'), digits(3)).map(([town, number]) => `${town}-${number}`),
  status: fc.constantFrom('verified', 'pending', 'eligible_frozen', 'written_off'),
  timestamp: fc.date({ min: new Date(2020, 0), max: new Date(2090, 0), noInvalidDate: true }).map((at) => at.toISOString()),
  errorCode: fc.constantFrom('AC03', 'BANK_TIMEOUT', 'SCHEMA_MISMATCH', 'HTTP_503'),
  kid: fc.constantFrom('ukweli-2025-11', 'ukweli-2025-03'),
  hash: fc.stringMatching(/^[0-9a-f]{64}$/),
  manifestHash: fc.stringMatching(/^[0-9a-f]{64}$/),
  covenantHash: fc.stringMatching(/^\d{64}$/),
  evidenceHash: fc.stringMatching(/^[0-9a-f]{64}$/),
};
const clean: fc.Arbitrary<DiagnosticContext> = fc
  .record({
    now: fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2090, 0) }),
    tenantId: fc.constantFrom('demo', 'kampala'),
    role: fc.constantFrom(...consoleRoles),
    path: fc.constantFrom(...screenIds.flatMap((id) => [screens[id].path, aliasOf(id) ?? []].flat())),
    filters: fc.record(ownFilters, { requiredKeys: [] }),
    // A typed search is never part of the context.
    typed: fc.constantFrom('', 'wanjiru@ukweli.example', '+254712345678', '4111111111111111'),
    correlationId: fc.uuid(),
    events,
    metadata: fc.record({
      userAgent: browsers,
      screenResolution: fc.tuple(fc.nat(7680), fc.nat(4320)).map(([width, height]) => `${width}x${height}`),
      timezone: fc.constantFrom('Africa/Nairobi', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3', 'UTC'),
      language: fc.constantFrom('en-KE', 'sw', 'fr-RW', 'zh-Hant-TW', 'es-419'),
    }),
  })
  .map(({ filters, typed, events: frames, ...facts }) =>
    diagnosticContext({
      ...facts,
      search: new URLSearchParams({ ...filters, q: typed }),
      events: frames as unknown as readonly EventFrame[], // only type, time and data of an event are read
    }),
  );

/** Examples of each kind, as people write them. */
const personal: readonly (readonly [PersonalDataKind, string])[] = [
  ['email', 'wanjiru.m@ukweli.example'],
  ['phone', '+254712345678'],
  ['phone', '+250 788 123 456'],
  ['phone', '+256-701-234567'],
  ['local_phone', '0712 345 678'],
  ['iban', 'GB29NWBK60161331926819'],
  ['iban', 'DE89 3704 0044 0532 0130 00'],
  ['passport', 'A1234567'],
  ['passport', 'AK0123456'],
  ['national_id', '23456789'],
  ['national_id', '1 1985 8 0012345 1 23'],
  ['national_id', 'CM85012345ABCD'],
  ['account_number', '1234567890'],
  ['account_number', '1234567890123456'],
  ['card_number', '4111 1111 1111 1111'],
  // With a nine in a position that is not doubled.
  ['card_number', '6011 1111 1111 1109'],
  ['ssn', '078-05-1120'],
];

describe('the context', () => {
  it('is never refused for what the console itself puts into it', { tags: ['C-66', 'D-25'] }, () => {
    fc.assert(
      fc.property(clean, (context) => void expect(scanForPersonalData(JSON.parse(JSON.stringify(context)))).toBeNull()),
      { numRuns: 300 },
    );
  });

  it('has exactly the document’s members, the last 20 events and none of their content', { tags: ['C-51'] }, () => {
    fc.assert(
      fc.property(clean, (context) => {
        expect(Object.keys(context)).toEqual([
          'schemaVersion',
          'timestamp',
          'tenantId',
          'role',
          'route',
          'correlationId',
          'filters',
          'recentEvents',
          'metadata',
        ]);
        expect(context.schemaVersion).toBe('1.0.0');
        expect(context.recentEvents.length).toBeLessThanOrEqual(20);
        for (const event of context.recentEvents) expect(Object.keys(event)).toEqual(['event', 'timestamp', 'isoTimestamp', 'size']);
        for (const field of Object.keys(context.filters)) expect(diagnosticFilterFields).toContain(field);
      }),
    );
  });

  it('an event’s size is what travelled, in UTF-8, whatever the letters of a place are', { tags: ['C-51'] }, () => {
    const sizes = ['Kibera', 'Ñandú', '学校 €', 'school 🏫'].map((siteName) => {
      const frame = { type: 'kpis.updated', ts: '2026-11-21T08:00:00.000Z', data: { siteName } } as unknown as EventFrame; // as above
      const { recentEvents } = diagnosticContext({
        now: 0,
        tenantId: 'demo',
        role: 'admin',
        path: '/',
        search: [],
        correlationId: 'c',
        events: [frame],
        metadata: { userAgent: '', screenResolution: '', timezone: 'UTC', language: 'en' },
      });
      return recentEvents[0]?.size;
    });
    const around = '{"siteName":""}'.length;
    expect(sizes).toEqual([around + 6, around + 7, around + 10, around + 11]);
  });

  it('takes of an address the allowed filters alone, by whatever name the screen has for them', { tags: ['C-51'] }, () => {
    const search = new URLSearchParams('q=wanjiru&status=failed&site=KE-NBO-014&id=VRF-001240&window=7d&manifestHash=ab&constructor=x');
    expect(allowedFilters('/operations/verifications', search)).toEqual({
      status: 'failed',
      siteCode: 'KE-NBO-014',
      vrfId: 'VRF-001240',
      manifestHash: 'ab',
    });
    expect(allowedFilters('/finance/rbf', new URLSearchParams('id=RBF-0042'))).toEqual({});
  });
});

describe('personal data', () => {
  it('has nine kinds, and each is found by itself and within a sentence', { tags: ['C-66'] }, () => {
    expect(new Set(personal.map(([kind]) => kind))).toEqual(new Set(personalDataKinds));
    for (const [kind, text] of personal) {
      expect(personalDataIn(text), text).toContain(kind);
      expect(personalDataIn(`Asked by ${text}, today.`), text).toContain(kind);
      expect(personalDataIn(`(${text})`), text).toContain(kind);
    }
  });

  it('refuses a context that has any of them in any text that is its own, with the place and never the value', { tags: ['C-66'] }, () => {
    fc.assert(
      fc.property(clean, fc.constantFrom(...personal), fc.nat(), fc.boolean(), (context, [kind, text], pick, within) => {
        const value = within ? `see ${text}` : text;
        const [path, spoiled] = [
          ['route', { ...context, route: `/operations/${value}` }],
          ['tenantId', { ...context, tenantId: value }],
          ['correlationId', { ...context, correlationId: value }],
          ['timestamp', { ...context, timestamp: value }],
          ['metadata.userAgent', { ...context, metadata: { ...context.metadata, userAgent: `${context.metadata.userAgent} ${value}` } }],
          ['metadata.language', { ...context, metadata: { ...context.metadata, language: value } }],
          [
            'recentEvents.0.event',
            { ...context, recentEvents: [{ event: value, timestamp: 0, isoTimestamp: context.timestamp, size: 1 }] },
          ],
          ['note', { ...context, note: value }],
          ...diagnosticFilterFields.map((field) => [`filters.${field}`, { ...context, filters: { [field]: value } }] as const),
        ][pick % (8 + diagnosticFilterFields.length)] as readonly [string, unknown];
        const report = scanForPersonalData(spoiled);
        expect(report?.message).toBe('PII detected in diagnostic-context');
        expect(report?.findings.find((finding) => finding.path === path)?.kinds, `${path} ${value}`).toContain(kind);
        expect(JSON.stringify(report)).not.toContain(text);
      }),
      { numRuns: 300 },
    );
  });

  it('finds a number that is no text, and a name that is somebody’s', { tags: ['C-66'] }, () => {
    expect(scanForPersonalData({ size: 254_712_345_678 })?.findings).toEqual([{ path: 'size', kinds: ['account_number'] }]);
    expect(scanForPersonalData({ filters: { 'a@b.ke': 'x' } })?.findings).toEqual([{ path: 'filters.(a name)', kinds: ['email'] }]);
    let deep: unknown = 'a@b.ke';
    for (let depth = 0; depth < 50; depth += 1) deep = { a: deep };
    expect(scanForPersonalData(deep)).not.toBeNull();
  });

  it('is not seen in times, versions, hashes, UUIDs and our ids that are what they are typed as, and is where they are not', {
    tags: ['D-25'],
  }, () => {
    const seen = (context: unknown) => scanForPersonalData(context)?.findings.map(({ path }) => path) ?? [];
    expect(seen({ timestamp: '2025-11-18T11:26:06.000Z', schemaVersion: '1.0.0' })).toEqual([]);
    expect(seen({ recentEvents: [{ timestamp: 1_763_465_166_000 }] })).toEqual([]);
    expect(seen({ recentEvents: [{ timestamp: 254_712_345_678_901 }] })).toEqual(['recentEvents.0.timestamp']);
    expect(seen({ filters: { covenantHash: '1'.repeat(64) } })).toEqual([]);
    expect(seen({ filters: { covenantHash: '1'.repeat(16) } })).toEqual(['filters.covenantHash']);
    expect(seen({ filters: { siteCode: 'KE-12345678-90123456' } })).not.toEqual([]);
  });
});
