import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base32, codeAt, newTotpSecret, stepAt, stepOfCode, stepsEitherWay, totpAddress } from './totp.ts';

/** The test secret of RFC 4226, appendix D, and RFC 6238, appendix B. */
const secret = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

describe('codes of an authenticator app', { tags: ['G-25'] }, () => {
  it('are those of RFC 4226, appendix D', () => {
    const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'];
    expect(codes.map((_, count) => codeAt(secret, count))).toEqual(codes);
  });

  it('are those of RFC 6238, appendix B, of which apps show the last six digits', () => {
    const vectors = [
      [59, '94287082'],
      [1111111109, '07081804'],
      [1111111111, '14050471'],
      [1234567890, '89005924'],
      [2000000000, '69279037'],
      [20000000000, '65353130'],
    ] as const;
    for (const [seconds, eight] of vectors) expect([seconds, codeAt(secret, stepAt(at(seconds)))]).toEqual([seconds, eight.slice(2)]);
  });

  it('are taken for one step either way, and for nothing else that was sent', () => {
    const now = at(1111111111);
    const here = stepAt(now);
    const taken = [-3, -2, -1, 0, 1, 2, 3].filter((off) => stepOfCode(secret, codeAt(secret, here + off), now, null) !== null);
    expect(taken).toEqual([-1, 0, 1]);
    for (const other of ['', '0', '0504711', '050 471', ' 050471', 'abcdef', '０５０４７１'])
      expect(stepOfCode(secret, other, now, null)).toBeNull();
    expect(stepOfCode(newTotpSecret(), codeAt(secret, here), now, null)).toBeNull();
  });

  it('are never taken twice, whatever the clock does in between, and never from outside the window', () => {
    const step = fc.integer({ min: 1000, max: 1012 });
    const tries = fc.array(fc.record({ clock: step, shown: step }), { maxLength: 60 });
    fc.assert(
      fc.property(tries, (sent) => {
        let last: number | null = null;
        const taken: number[] = [];
        for (const { clock, shown } of sent) {
          const now = at(clock * 30 + 7);
          const found = stepOfCode(secret, codeAt(secret, shown), now, last);
          // A code is accepted if it is within the window and later than the last one used.
          const due = Math.abs(shown - clock) <= stepsEitherWay && (last === null || shown > last);
          expect(found).toBe(due ? shown : null);
          if (found === null) continue;
          taken.push(found);
          last = found;
        }
        expect(new Set(taken).size).toBe(taken.length);
      }),
    );
  });

  it('are told to an app by their secret in base32 and an address that names whose it is', () => {
    // RFC 4648, section 10, without the padding.
    const vectors = { '': '', f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' };
    for (const [text, written] of Object.entries(vectors)) expect(base32(Buffer.from(text))).toBe(written);
    expect(newTotpSecret()).toHaveLength(20);
    expect(totpAddress(secret, { email: 'a+b@x.example', issuer: 'Ukweli Console' })).toBe(
      'otpauth://totp/Ukweli%20Console:a%2Bb%40x.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Ukweli%20Console',
    );
  });
});
