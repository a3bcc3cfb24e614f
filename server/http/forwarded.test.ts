import fc from 'fast-check';
import { isIP } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { addressesOnly, createProxyWarning } from './forwarded.ts';

describe('addresses of X-Forwarded-For', { tags: ['G-22'] }, () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9, 2001:db8::1', '203.0.113.9, 2001:db8::1'],
    ['drop table, 203.0.113.9', '203.0.113.9'],
    ['203.0.113.9, unknown', undefined],
    ['203.0.113.9, 198.51.100.7:4711', undefined],
    ['203.0.113.9, ', undefined],
    ["' or 1=1 --", undefined],
    ['[2001:db8::1]', undefined],
  ])('of %j it is %j', (header, read) => expect(addressesOnly(header)).toBe(read));

  it('whatever comes, nothing but addresses is read, and they are the last of it', () => {
    const part = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string({ maxLength: 20 }));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const header = parts.join(',');
        const read = addressesOnly(header);
        if (read === undefined) return isIP((header.split(',').at(-1) ?? '').trim()) === 0;
        return read.split(', ').every((each) => isIP(each) !== 0) && header.replaceAll(/\s/g, '').endsWith(read.replaceAll(/\s/g, ''));
      }),
    );
  });
});

describe('whose call it is', { tags: ['G-22'] }, () => {
  let test: TestPlatform;
  beforeAll(async () => {
    test = await createTestPlatform({ config: { trustedProxies: 1 } });
  });
  afterAll(() => test.close());

  let tries = 0;
  /** The address recorded for a failed sign-in that was forwarded with this header. */
  const onRecord = async (header: string): Promise<string | null> => {
    await test.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '10.0.0.1',
      headers: {
        origin: test.platform.config.origin,
        'x-correlation-id': `forwarded-${tries + 1}`,
        'content-type': 'application/json',
        'x-forwarded-for': header,
      },
      payload: JSON.stringify({ email: 'admin@ukweli.example', password: 'wrong' }),
    });
    tries += 1;
    // The attempt is recorded after its answer.
    const lines = () =>
      test.platform.db.selectFrom('audit_records').select('ip').where('correlation_id', '=', `forwarded-${tries}`).execute();
    await expect.poll(async () => (await lines()).length).toBe(1);
    return (await lines())[0]?.ip ?? null;
  };

  it('is the one that the proxy names, where that is an address', async () => {
    expect(await onRecord('198.51.100.7, 203.0.113.9')).toBe('203.0.113.9');
  });

  it('is the proxy’s own, where it names none: no words of a stranger’s stand on record or part the counts of tries', async () => {
    expect(await onRecord('<img src=x>')).toBe('10.0.0.1');
    expect(await onRecord('203.0.113.9, unknown')).toBe('10.0.0.1');
  });
});

it('a proxy in front without TRUST_PROXY is told in the log, once per start and without a word of what it sent', {
  tags: ['G-6', 'A-25'],
}, () => {
  const warned: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void warned.push(line) };
  const look = createProxyWarning({ trustedProxies: null }, log);
  look({ host: 'console.example' });
  expect(warned).toEqual([]);
  look({ forwarded: 'for=words-of-a-stranger' });
  look({ 'x-forwarded-for': '203.0.113.9' });
  expect(warned).toHaveLength(1);
  expect(JSON.stringify(warned)).toContain('TRUST_PROXY is unset');
  expect(JSON.stringify(warned)).not.toContain('words-of-a-stranger');
  createProxyWarning({ trustedProxies: null }, log)({ 'x-forwarded-for': '203.0.113.9' });
  expect(warned).toHaveLength(2);
  createProxyWarning({ trustedProxies: 1 }, log)({ 'x-forwarded-for': '203.0.113.9' });
  expect(warned).toHaveLength(2);
});
