import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { withheldMark, withoutMoney, withoutSums } from './withheld.ts';

const letterWith = (payload: Record<string, unknown> | undefined, change: Partial<DeadLetter> = {}): DeadLetter => ({
  itemId: 'DLQ-00319',
  errorCode: 'BANK_REFUSED',
  errorMessage: 'Payment RBF-0217 refused: account was not found',
  retryCount: 2,
  correlationId: 'c-1',
  failedAt: '2026-11-23T15:20:00.000Z',
  ...(payload !== undefined && { payload }),
  version: 3,
  ...change,
});
const ofPayment = { about: { kind: 'payment', id: 'RBF-0217' } } as const;

describe('a dead letter as it is told to whoever may not see finance', { tags: ['G-18', 'A-27'] }, () => {
  it('names no sum, no currency, no transaction and no payee, by whatever name and however deep', () => {
    const told = withoutMoney(
      letterWith({
        vrfId: 'VRF-1',
        amount: 412_500,
        amount_kes: 1,
        totalUSD: '3,200.00',
        TXRef: 'ab12',
        order: { lines: [{ unitPrice: 12, payee: { bank: 'A', name: '[redacted]', since: [null, 2020, true] } }] },
        'due KES 12,500': true,
        siteCode: 'KE-NRB-0001',
        lastAttempt: 3,
      }),
    );
    expect(told.payload).toEqual({
      vrfId: 'VRF-1',
      amount: withheldMark,
      amount_kes: withheldMark,
      totalUSD: withheldMark,
      TXRef: withheldMark,
      order: {
        lines: [
          { unitPrice: withheldMark, payee: { bank: withheldMark, name: '[redacted]', since: [withheldMark, withheldMark, withheldMark] } },
        ],
      },
      [`due ${withheldMark}`]: true,
      siteCode: 'KE-NRB-0001',
      lastAttempt: 3,
    });
    expect(told.withheld).toBe(true);
  });

  it.each([
    'KES 12,500 is above the limit',
    'limit of KES12500.00 reached',
    '12 500 KES too much',
    'refused: $ 1.2',
    'refused: 1’200 USD',
    'KSh 4,000 and 4000/= are the same',
    'kes 12500',
    'short by €99',
  ])('names no sum in a text: %s', (text) => {
    expect(withoutSums(text)).toContain(withheldMark);
    expect(withoutSums(text)).not.toMatch(/\d/);
  });

  it.each([
    'Decision not returned within 30 s for VRF-2026-11-23-00412',
    'Payment RBF-0217 refused: daily limit reached at 15:20',
    'HTTP 503 after 3 tries on 2026-11-23',
    'Schema mismatch in field 12',
  ])('leaves what is no sum as it is: %s', (errorMessage) => {
    const letter = letterWith(
      { siteCode: 'KE-NRB-0001', at: '2026-11-23T15:20:00Z', paymentId: 'RBF-0217' },
      { errorMessage, ...ofPayment },
    );
    expect(withoutMoney(letter)).toBe(letter);
  });

  it('of one that is about a payment, or says so by a member’s name alone, names no number at all', () => {
    const payload = { paymentId: 'RBF-0217', k: 412_500, list: [1, 'x', ' 412500 ', '412,500.00'], note: 'short of 412500 by 1' };
    for (const letter of [letterWith(payload, ofPayment), letterWith(payload), letterWith({ ...payload, paymentId: '[redacted]' })])
      expect(withoutMoney(letter).payload).toMatchObject({
        k: withheldMark,
        list: [withheldMark, withheldMark, withheldMark, withheldMark],
        note: withheldMark,
      });
    expect(withoutMoney(letterWith(undefined, { errorMessage: 'Sum 412500 refused', ...ofPayment })).errorMessage).toBe(
      `Sum ${withheldMark} refused`,
    );
  });

  it('holds no sum of a payment wherever a service puts it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 1_000_000, max: 999_999_999 }), fc.string(), (other, sum, name) => {
        const forms = [sum, String(sum), sum.toLocaleString('en'), `KES ${sum}`, `${sum.toFixed(2)} due`];
        const told = withoutMoney(letterWith({ paymentId: 'RBF-0217', other: [other], [`n ${name}`]: { deep: forms } }, ofPayment));
        const said = JSON.stringify(
          (told.payload?.[Object.keys(told.payload).find((each) => each.startsWith('n ')) ?? ''] ?? '') as unknown,
        );
        for (const form of [String(sum), sum.toLocaleString('en')]) expect(said).not.toContain(form);
      }),
    );
  });

  it.each([
    ['another language', { betrag: 412_500 }],
    ['a bank’s short names', { CdtTrf: { InstdAmt: 412_500 } }],
    ['names run together', { totalamount: 412_500 }],
    ['pairs', { of: [['amount', 412_500]] }],
    ['a name beside its value', { of: [{ key: 'amount', text: '412500' }] }],
    ['a name that was taken for a person’s', { of: [{ name: '[redacted]', text: '412500' }] }],
    ['JSON in a text', { raw: '{"amount":412500}' }],
    ['JSON in JSON in a text', { raw: JSON.stringify(JSON.stringify({ of: { amount: 412_500 } })) }],
    ['base64', { raw: btoa('{"amount":412500}') }],
    ['base64 in lines', { raw: `${btoa('{"amount":412500,"of":').slice(0, 16)}\n${btoa('{"amount":412500,"of":1}').slice(16)}` }],
    ['an address', { raw: 'id=1&amount=412500&at=2' }],
    ['XML', { raw: '<InstdAmt Ccy="KES">412500</InstdAmt>' }],
    ['a bank’s message', { raw: ':32A:261123KES412500,00' }],
    ['words', { raw: 'the amount of 412500 is above the limit' }],
    ['a currency with a colon', { raw: 'KES: 412500' }],
    ['a currency in words', { raw: '412500 shillings' }],
    ['digits of another script', { raw: 'KES ٤١٢٥٠٠' }],
    ['wide digits', { raw: '４１２５００ KES' }],
    ['what is not seen', { raw: 'K\u200bES 412500' }],
  ])('of a letter about a record no sum in %s is told', (_how, payload) => {
    const told = withoutMoney(letterWith({ vrfId: 'VRF-1', ...payload }, { errorMessage: 'Refused' }));
    expect([told.withheld, JSON.stringify(told.payload)]).toEqual([
      true,
      expect.not.stringMatching(/412500|٤١٢٥٠٠|４１２５００|NDEyNTAw|MTI1MD/),
    ]);
  });

  it.each(['of 412 500 in all', 'sum:412500', 'k=412_500', 'about 4.125e5', '(412500)', '٤١٢٥٠٠ it is', '{"k":412500}'])(
    'of a letter about a payment no number in a text: %s',
    (raw) => {
      const payload = { order: { paymentId: 'RBF-0217' }, raw };
      expect(JSON.stringify(withoutMoney(letterWith(payload, { errorMessage: 'Refused' })).payload)).not.toMatch(/412.?500|4\.125|٤/);
      expect(withoutMoney(letterWith({ vrfId: 'VRF-1' }, { errorMessage: `Payment refused, ${raw}` })).errorMessage).not.toMatch(
        /412.?500|4\.125|٤/,
      );
    },
  );

  it('of a letter about a payment a number of four digits is withheld as a sum, one of three is told', { tags: ['M-13'] }, () => {
    const told = withoutMoney(letterWith({ vrfId: 'VRF-1' }, { errorMessage: 'Payment refused on try 412, short by 4125' }));
    expect(told.errorMessage).toBe(`Payment refused on try 412, short by ${withheldMark}`);
  });

  it('names no transaction in a text', () => {
    expect(withoutMoney(letterWith({ vrfId: 'VRF-1' }, { errorMessage: 'TX-RBF-0216 was sent back' })).errorMessage).toBe(
      `${withheldMark} was sent back`,
    );
  });

  it.each([
    { tryCount: 3, allReadings: 12, topTen: 2, phpVersion: 8, lastTry: 2, checkSum: 'ab12' },
    { metric: 'energy_kwh', value: 5230, limit: 5000, chargeRate: 4, balanceOfPlant: 0.9, totalReadings: 96 },
    { note: 'try 3 of 5, all 7 stages, top 5', at: '2026-11-23T15:20:00.123456', missing: ['siteCode', 'at'] },
    { hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', trace: 'c-4f1d-11ee', list: '["a",1]' },
  ])('of a letter about a record what is no money is told: %j', (payload) => {
    const letter = letterWith({ vrfId: 'VRF-1', ...payload }, { errorMessage: 'Value 5230 is above the limit 5000 on try 3' });
    expect(withoutMoney(letter)).toBe(letter);
  });

  it('of a letter about a payment what a service counts of its own work is told', () => {
    const payload = { paymentId: 'RBF-0217', httpStatus: 503, lastAttempt: 3, timeoutSeconds: '30', at: '2026-11-23T15:20:00.123' };
    const letter = letterWith(payload, { errorMessage: 'HTTP 503 at 15:20:00.123 after 3 tries', ...ofPayment });
    expect(withoutMoney(letter)).toBe(letter);
    expect(withoutMoney(letterWith({ ...payload, lastAttempt: 412_500 })).payload).toMatchObject({ lastAttempt: withheldMark });
  });

  it('a letter of a megabyte is told within a moment', () => {
    const long = '9'.repeat(400_000) + ' '.repeat(200_000) + 'KES '.repeat(100_000) + '1,'.repeat(100_000);
    const began = performance.now();
    withoutMoney(letterWith({ paymentId: 'RBF-0217', long }, { errorMessage: long }));
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
