import { describe, expect, it } from 'vitest';
import { typedFields, withoutVersions } from './typedFields.ts';

describe('a field is what it is typed as, and searched for personal data where it is not', { tags: ['M-13', 'D-25'] }, () => {
  it.each<[string, readonly (string | number)[], readonly (string | number)[]]>([
    ['schemaVersion', ['1.0', '12.3.4'], ['1', '254712345678', '1.0 a']],
    ['timestamp', ['2026-11-21T08:00:00Z', '2026-11-21T08:00:00.123+03:00'], ['2026-11-21', '2026-13-41T08:00:00Z', 1]],
    ['tenantId', ['demo', 'ukweli-2025-11', 'ab-123456789'], ['Demo', '254712345678', 'a-123456789-1', 'ab-1234567890']],
    ['role', ['admin', 'read_only'], ['root', '']],
    ['route', ['/', '/operations/dlq', '/system/health/'], ['operations', '/users/amina@x.example', '/users/254712345678']],
    ['correlationId', ['0b2f7c1e-6be0-4a3e-9d62-1c27f4d91c27'], ['254712345678', '0b2f7c1e6be04a3e9d621c27f4d91c27']],
    // Twelve digits are accepted, thirteen are not: they may be an account number.
    [
      'filters.siteCode',
      ['KE-NBO-014', 'VRF-001240', 'KE-12345678-1234'],
      ['KE-12345678-12345', 'A1234567', '4111-1111-1111-1111', 'KE-123456-123456-1'],
    ],
    ['filters.status', ['verified', 'in_progress'], ['Verified', 'a1']],
    ['filters.errorCode', ['BANK_TIMEOUT', 'HTTP_504'], ['AB123456', 'timeout']],
    ['filters.hash', ['a'.repeat(64)], ['a'.repeat(63), 'g'.repeat(64)]],
    ['recentEvents.event', ['pipeline.stage', 'kpis.updated'], ['pipeline', 'a@b.example']],
    // The years 2000 to 2099, both ends; a number outside may be a telephone number.
    [
      'recentEvents.timestamp',
      [Date.UTC(2000, 0), Date.UTC(2100, 0) - 1],
      [Date.UTC(2000, 0) - 1, Date.UTC(2100, 0), 1.5 + Date.UTC(2026, 0), 254_712_345_678, '2026'],
    ],
    ['recentEvents.size', [0, 999_999_999], [-1, 1e9, 0.5, '7']],
    ['metadata.screenResolution', ['1440x900'], ['1440', '254712345678x1']],
    ['metadata.timezone', ['Africa/Nairobi', 'Etc/GMT+3'], ['4111 1111', 'Africa/']],
    ['metadata.language', ['en', 'en-GB', 'es-419'], ['english', 'en-254712']],
  ])('%s', (field, typed, searched) => {
    const is = typedFields[field];
    expect([typed.map((value) => is?.(value)), searched.map((value) => is?.(value))]).toEqual([
      typed.map(() => true),
      searched.map(() => false),
    ]);
  });

  it('what a browser says of itself loses its versions and nothing else', () => {
    expect(withoutVersions('Mozilla/5.0 (X11; Linux rv:128.0) Gecko/20100101 +254712345678')).toBe(' (X11; Linux )  +254712345678');
  });
});
