import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactFields, redactPayload, redactTelemetry, redactText, redactedMark } from './redact.ts';

describe('stored events', { tags: ['C-67'] }, () => {
  it('redact every field whose name contains email, phone, account, name, address or ssn, at any depth', () => {
    const data = {
      siteName: 'Kibera',
      contact: { workEmail: 'a@b.ke', PhoneNo: 1, list: [{ ipAddress: 'x', ok: 1 }] },
      accountId: { a: 1 },
      ssn: null,
      version: 3,
    };
    expect(redactFields(data)).toEqual({
      siteName: redactedMark,
      contact: { workEmail: redactedMark, PhoneNo: redactedMark, list: [{ ipAddress: redactedMark, ok: 1 }] },
      accountId: redactedMark,
      ssn: redactedMark,
      version: 3,
    });
  });

  it('leave no value under such a name, however deep', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(
          redactFields({ outer: [{ a: value, customer_email: 'canary-7f3a' }], phone: { canary: 'canary-7f3a' } }),
        );
        expect(text).not.toContain('canary-7f3a');
      }),
    );
  });

  it('have a field with a very long name redacted as any other, the first time and the next', { tags: ['M-13'] }, () => {
    const [personal, other] = [`${'x'.repeat(200)}Email`, 'x'.repeat(200)];
    for (const time of ['first', 'next'])
      expect(redactFields({ [personal]: 'a@b.ke', [other]: 3 }), time).toEqual({ [personal]: redactedMark, [other]: 3 });
  });

  it('end at a bounded depth', () => {
    let deep: unknown = 'canary-7f3a';
    for (let depth = 0; depth < 100_000; depth += 1) deep = { a: deep };
    expect(JSON.stringify(redactFields(deep))).not.toContain('canary-7f3a');
  });
});

describe('telemetry', { tags: ['C-67'] }, () => {
  it('redacts what looks like an e-mail or a phone of 10 digits or more, and replaces nested objects', () => {
    expect(
      redactTelemetry({
        mail: 'wanjiru@ukweli.example',
        phone: '+254 700 000 000',
        digits: 254700000000,
        nine: '123456789',
        ok: true,
        count: 3,
        nested: { a: 1 },
        list: [1],
        none: undefined,
      }),
    ).toEqual({
      mail: redactedMark,
      phone: redactedMark,
      digits: redactedMark,
      nine: '123456789',
      ok: true,
      count: 3,
      nested: '[object]',
      list: '[object]',
      none: null,
    });
  });
});

describe('a payload that people look at', { tags: ['D-24'] }, () => {
  it('shows neither the named fields nor addresses and dialled numbers within other texts', () => {
    const payload = {
      beneficiary: { name: 'Homa Bay', phone: '+254700000217' },
      note: 'Call 0712 345 678 or write to amina.o@bank.example, please, else +254 (700) 000-217.',
      list: ['x', { reply: 'sent by jo@b.ke' }],
    };
    expect(redactPayload(payload)).toEqual({
      beneficiary: { name: redactedMark, phone: redactedMark },
      note: `Call ${redactedMark} or write to ${redactedMark}, please, else ${redactedMark}.`,
      list: ['x', { reply: `sent by ${redactedMark}` }],
    });
  });

  it('finds them in whatever digits and signs they are written, and in names', { tags: ['G-28'] }, () => {
    for (const text of [
      '+254.712.345.678',
      '+254/712/345678',
      '＋２５４７１２３４５６７８',
      '٠٧١٢ ٣٤٥ ٦٧٨',
      'amina%40school.ke',
      '"amina o"@school.ke',
      'amina＠school.ke',
    ])
      expect(redactPayload({ note: `to ${text} at once` })).toEqual({ note: `to ${redactedMark} at once` });
    expect(redactPayload({ by: { 'amina@x.ke': 1, '+254712345678': { ok: true }, 'jo@x.ke': 2 } })).toEqual({
      by: { [redactedMark]: 1, [`${redactedMark} 2`]: { ok: true }, [`${redactedMark} 3`]: 2 },
    });
    expect(
      redactPayload({ msisdn: 254_712_345_678, holder: 'A', iban: 'KE1', nationalId: 7, national_id: 7, dateOfBirth: 'x', dob: 'x' }),
    ).toEqual(
      Object.fromEntries(
        ['msisdn', 'holder', 'iban', 'nationalId', 'national_id', 'dateOfBirth', 'dob'].map((name) => [name, redactedMark]),
      ),
    );
    // A text without personal data is unchanged, whatever its normalisation form.
    const asWritten = { note: 'Wanjiku\u0303 ﬁeld ² ٣' };
    expect(redactPayload(asWritten)).toEqual(asWritten);
    expect(redactPayload(JSON.parse('{"__proto__": {"email": "a@b.ke"}}'))).toEqual(
      JSON.parse(`{"__proto__": {"email": "${redactedMark}"}}`),
    );
  });

  it('finds numbers in the digits of any script, with any dash and with what is not seen between', { tags: ['G-28'] }, () => {
    for (const text of [
      '߀߇߁߂ ߃߄߅ ߆߇߈',
      '𞥐𞥗𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘',
      '०७१२३४५६७८',
      '0712–345–678',
      '0712\u2011345\u2011678',
      '0712 - 345 - 678',
      '0712\u200b345\u00ad678',
      '%2B254712345678',
    ])
      expect(redactText(`to ${text} at once`)).toBe(`to ${redactedMark} at once`);
    for (const name of ['customer_dob', 'dob', 'customerDob', 'customerDOB'])
      expect(redactPayload({ [name]: '1' })).toEqual({ [name]: redactedMark });
    expect(redactText('by %40%40b.ke and a@b@c.ke or a%40b@c.ke, jo@b.ke.')).toBe(
      `by ${redactedMark} and a@${redactedMark} or ${redactedMark}, ${redactedMark}`,
    );
  });

  it('takes no longer for hostile texts than their length', { tags: ['G-28'] }, () => {
    const began = performance.now();
    for (const unit of ['a', '0', '0 ', '+1 ', '+1', 'a@', 'a@b', '%40', 'a%40', '"', '"a', '"a"@', '@', 'a.', '0 - ', '߀', '(', '%2b1'])
      redactPayload({ note: unit.repeat(1_000_000 / unit.length) });
    for (const unit of ['a', 'a@', 'a.', '1' + ' '.repeat(99_999)]) redactTelemetry({ text: unit.repeat(1_000_000 / unit.length) });
    const names = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`a${index}@b.ke`, 1]));
    expect(Object.keys(redactPayload(names))).toHaveLength(50_000);
    // About a second on a free core; a quadratic search would take hours.
    expect(performance.now() - began).toBeLessThan(60_000);
  });

  it('keeps times, ids, hashes, sums and versions', { tags: ['D-25'] }, () => {
    const payload = {
      at: '2025-11-18T08:45:08.000Z',
      ms: 1_763_455_508_000,
      id: '0b83e6d2-9a17-4c11-8d00-0123456789ab',
      hash: '0f'.repeat(32),
      amount: 6000,
      share: '0.123456789012',
      bankCode: 'AC03',
      version: '10.4.0',
      written: 'failed on 05-11-2025 08:45:08',
    };
    expect(redactPayload(payload)).toEqual(payload);
  });
});
