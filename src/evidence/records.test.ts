import { describe, expect, it } from 'vitest';
import { makeKey, sha256 } from '../../tests/builders/evidencePack.ts';
import {
  covenant,
  covenantHash,
  issbBody,
  makeExport,
  makeOldExport,
  makePayment,
  makePortfolio,
  makeReport,
  pcafBody,
} from '../../tests/builders/signedRecords.ts';
import type { SignedRecord } from '../contracts/verdict.ts';
import { lintKeys } from './keys.ts';
import { parseRecord } from './parseRecord.ts';
import { checkRecord } from './records.ts';
import { readPayload } from './signature.ts';

const key = makeKey('ukweli-2025-11');
const at = '2025-11-18T11:30:00Z';
const keys = { set: lintKeys([key.jwk]), fetchedAt: null };
const check = (record: SignedRecord, tenantId: string | null = 'demo') => checkRecord(record, keys, tenantId, at);

const report = makeReport(key, pcafBody);
const portfolio = makePortfolio(key);
const payment = makePayment(key);
const exported = makeExport(key, 'the file');
const good: readonly SignedRecord[] = [
  { kind: 'report', value: report },
  { kind: 'report', value: makeReport(key, issbBody) },
  { kind: 'portfolio', value: portfolio },
  { kind: 'payment', value: payment },
  { kind: 'export', value: exported, fileHash: sha256('the file') },
];

describe('a signed record', () => {
  it.each(good)('$kind as it was signed is verified, for its own tenant only', { tags: ['D-33'] }, async (record) => {
    expect(await check(record)).toMatchObject({
      outcome: 'verified',
      signed: { state: 'passed', evidence: { kid: key.kid, tenant: 'checked', tenantId: 'demo' } },
    });
    expect(await check(record, null)).toMatchObject({ outcome: 'verified', signed: { evidence: { tenant: 'notChecked' } } });
    expect(await check(record, 'kampala')).toMatchObject({ outcome: 'not_verified', signed: { code: 'wrong_tenant' } });
  });

  it.each([
    ['its total', { totalFinancedEmissions: 1 }],
    ['a class', { portfolioBreakdown: pcafBody.portfolioBreakdown.slice(1) }],
    ['its methodology', { methodologyVersion: 'better' }],
    ['what it rests on', { basis: { assets: 3, chain: null, covenants: [], ...pcafBody.basis, verifications: 1248 } }],
    ['a member more', { remark: 'approved' }],
  ])('a report with %s changed is not intact under a good signature', { tags: ['D-33'] }, async (_, change) => {
    const altered = { ...report, ...change };
    expect(await check({ kind: 'report', value: altered })).toMatchObject({
      outcome: 'not_verified',
      intact: { state: 'failed', code: 'hash_mismatch', message: 'Hash Mismatch Detected' },
      signed: { state: 'passed' },
    });
  });

  it('a report under the proof of another is neither', { tags: ['D-33'] }, async () => {
    const other = makeReport(key, { ...pcafBody, reportId: 'PCAF-2025-0009' });
    const verdict = await check({ kind: 'report', value: { ...report, proofFile: other.proofFile } });
    expect(verdict).toMatchObject({ intact: { state: 'failed' }, signed: { state: 'failed', code: 'payload_mismatch' } });
  });

  it.each([
    ['portfolio', { ...portfolio, receivablesValue: 4_200_001 }],
    ['portfolio', { ...portfolio, covenantHash: 'a'.repeat(64) }],
    ['portfolio', { ...portfolio, currency: 'UGX' }],
    ['payment', { ...payment, payment: { ...payment.payment, amount: 75_000 } }],
    ['payment', { ...payment, verification_id: 'VRF-000001' }],
    ['payment', { ...payment, site_code: 'KE-NBO-015' }],
    ['payment', { ...payment, milestone: { ...payment.milestone, threshold: 50 } }],
    ['payment', { ...payment, milestone: { ...payment.milestone, actualPerformance: 99.9 } }],
    ['payment', { ...payment, milestone: { ...payment.milestone, description: 'Uptime of 50%' } }],
  ])('a %s with a signed member changed is not verified', { tags: ['D-33'] }, async (kind, value) => {
    const verdict = await check({ kind, value } as SignedRecord); // safe: of the kind beside it
    expect(verdict).toMatchObject({ outcome: 'not_verified', signed: { code: 'payload_mismatch' } });
  });

  it('every signed member that differs is named, and none that does not', { tags: ['M-13', 'D-33'] }, async () => {
    const value = { ...portfolio, receivablesValue: 4_200_001, currency: 'UGX' as const };
    const { signed } = await check({ kind: 'portfolio', value });
    expect(signed).toMatchObject({
      reasons: ['The signed currency is not the portfolio’s', 'The signed receivablesValue is not the portfolio’s'],
    });
  });

  it('no signature passes for another kind, and no other key signs', { tags: ['D-33'] }, async () => {
    const borrowed = { ...portfolio, jwsSignature: payment.jws_signature };
    expect(await check({ kind: 'portfolio', value: borrowed })).toMatchObject({ signed: { code: 'jws_header' } });
    const foreign = makeReport(makeKey('elsewhere'), pcafBody);
    expect(await check({ kind: 'report', value: foreign })).toMatchObject({
      intact: { state: 'passed' },
      signed: { code: 'unknown_kid', message: 'Unknown kid: elsewhere' },
    });
    const claimed = { ...portfolio, signerKid: 'another' };
    expect(await check({ kind: 'portfolio', value: claimed })).toMatchObject({ signed: { code: 'unknown_kid' } });
  });
});

describe('an export', () => {
  const { record, metadata, file } = exported;

  it('whose file is not at hand says nothing of it, and one that is another is told', { tags: ['C-50', 'D-33'] }, async () => {
    expect(await check({ kind: 'export', value: exported, fileHash: null })).toMatchObject({
      outcome: 'unknown',
      intact: { state: 'notCheckable' },
      signed: { state: 'passed' },
    });
    expect(await check({ kind: 'export', value: exported, fileHash: sha256('another file') })).toMatchObject({
      outcome: 'not_verified',
      intact: { state: 'failed', code: 'hash_mismatch' },
      signed: { state: 'passed' },
    });
    const wider = { ...exported, filter: {} };
    expect(await check({ kind: 'export', value: wider, fileHash: null })).toMatchObject({
      outcome: 'not_verified',
      intact: { state: 'failed' },
    });
  });

  it.each([
    ['its kind', { record: { ...record, export_type: 'verifications' } }],
    ['its covenant', { record: { ...record, covenant_hash: 'a'.repeat(64) } }],
    ['rates it never had', { record: { ...record, fx_snapshot_id: 'FX-1' } }],
    ['its time', { record: { ...record, sign_ts: '2025-11-19T11:26:06.000Z' } }],
    ['who took it', { metadata: { ...metadata, exportedBy: 'somebody else' } }],
    ['how many rows', { metadata: { ...metadata, recordCount: 2 } }],
    ['until when', { metadata: { ...metadata, expiresAt: '2030-01-01T00:00:00.000Z' } }],
    ['two filters', { metadata: { ...metadata, filterHash: 'a'.repeat(64) } }],
    ['the hash of its file', { file: { ...file, sha256: sha256('another file') } }],
    ['its format', { file: { ...file, format: 'json' } }],
    ['its name', { file: { ...file, name: 'verifications-20251118T112606Z.csv' } }],
    ['its size', { file: { ...file, sizeBytes: file.sizeBytes + 1 } }],
    ['its as of', { asOf: { seq: exported.asOf?.seq ?? 0, at: '2025-11-18T11:26:06.000Z' } }],
    ['its place in the log', { asOf: { seq: 1, at: exported.asOf?.at ?? '' } }],
    ['nothing said of its as of', { asOf: undefined }],
    ['the account behind the name', { metadata: { ...metadata, exportedById: 'acc-wanjiru' } }],
  ])('with %s changed is not signed', { tags: ['C-50', 'D-33'] }, async (_, change) => {
    const value = { ...exported, ...change } as typeof exported; // safe: of the same shape
    expect(await check({ kind: 'export', value, fileHash: null })).toMatchObject({ signed: { state: 'failed', code: 'payload_mismatch' } });
  });

  it('from before the platform made the rows is read, is never verified, and says what it lacks', { tags: ['P-3', 'A-18'] }, async () => {
    const old = makeOldExport(key, '123,456 invented payments');
    const fileHash = sha256('123,456 invented payments');
    const verdict = await check({ kind: 'export', value: old, fileHash });
    expect(verdict).toMatchObject({ outcome: 'unknown', intact: { state: 'passed' }, signed: { state: 'passed' } });
    expect(verdict.lacks).toContain('that the platform has ever seen the rows: hash and count came from a console');
    // Adding `asOf` to an old record does not make it a present-day one.
    const dressed = { ...old, asOf: { seq: 1, at: old.metadata.exportedAt }, metadata: { ...old.metadata, exportedById: 'acc-otieno' } };
    expect((await check({ kind: 'export', value: dressed, fileHash })).outcome).toBe('unknown');
    expect(await check({ kind: 'export', value: old, fileHash: sha256('other') })).toMatchObject({ outcome: 'not_verified' });
  });

  it('without the covenant that was signed is not in its canonical form', { tags: ['C-50'] }, async () => {
    const { covenant_hash: _, ...without } = record;
    const verdict = await check({ kind: 'export', value: { ...exported, record: without }, fileHash: null });
    expect(verdict).toMatchObject({ signed: { code: 'payload_mismatch', reasons: ['The signed payload is not in its canonical form'] } });
  });
});

describe('the terms of a covenant', () => {
  const passed = { outcome: 'verified', intact: { state: 'passed', evidence: { computedHash: covenantHash, signedHash: covenantHash } } };

  it('hash to what portfolio and payment are bound to', { tags: ['D-33'] }, async () => {
    expect(await check({ kind: 'portfolio', value: portfolio })).toMatchObject(passed);
    expect(await check({ kind: 'payment', value: payment })).toMatchObject(passed);
  });

  it('taken off are missed by name, and nothing is called verified without them', { tags: ['P-2'] }, async () => {
    for (const record of good) {
      if (record.kind !== 'payment' && record.kind !== 'portfolio') continue;
      const { covenant: _, ...without } = record.value;
      const verdict = await check({ kind: record.kind, value: without } as SignedRecord);
      expect(verdict).toMatchObject({
        outcome: 'unknown',
        intact: { state: 'notCheckable', reason: 'The terms of the covenant are not with the record' },
        signed: { state: 'passed' },
      });
      expect(verdict.notCovered).toContainEqual({ field: 'covenant.terms', value: null, why: 'notAtHand' });
    }
  });

  it('that were changed are told by their hash, under a signature that still holds', { tags: ['C-71', 'D-33'] }, async () => {
    const altered = { ...portfolio, covenant: { ...covenant, terms: { ...covenant.terms, advanceRatePercent: 95 } } };
    expect(await check({ kind: 'portfolio', value: altered })).toMatchObject({
      outcome: 'not_verified',
      intact: { state: 'failed', code: 'hash_mismatch', message: 'Hash Mismatch Detected' },
      signed: { state: 'passed' },
    });
  });

  it('a signature that cannot be read names no key', { tags: ['D-33'] }, async () => {
    for (const jwsSignature of ['', 'a.b', 'eyJh.eyJi.c2ln', 'x'.repeat(20_000)])
      expect(await check({ kind: 'portfolio', value: { ...portfolio, jwsSignature } })).toMatchObject({
        outcome: 'not_verified',
        signed: { evidence: { kid: null } },
      });
  });
});

describe('reading a record', () => {
  const { proofFile, ...body } = report;

  it('takes a report whole, or as its two files', { tags: ['C-33'] }, () => {
    for (const parsed of [
      parseRecord('report', JSON.stringify(report)),
      parseRecord('report', JSON.stringify(body, null, 2), `${proofFile}\n`),
      parseRecord('report', JSON.stringify(report), proofFile),
    ])
      expect(parsed).toEqual({ ok: true, value: { kind: 'report', value: report } });
  });

  it.each(good.map(({ kind }) => kind))(
    'says of a %s that is no object at all that it is none, whatever it is',
    { tags: ['M-13', 'A-18'] },
    (kind) => {
      for (const text of ['null', '7', '"report"', '[]', 'true'])
        expect(parseRecord(kind, text), text).toMatchObject({ ok: false, faults: [{ code: 'bad_field' }] });
    },
  );

  it('keeps members it does not know, so that they are hashed', () => {
    expect(parseRecord('report', JSON.stringify({ ...report, remark: 'x' }))).toMatchObject({ value: { value: { remark: 'x' } } });
  });

  it.each([
    ['report', JSON.stringify(body), null, 'proofFile: expected string'],
    ['report', JSON.stringify(report), 'another', 'proofFile: another proof than the one given beside the report'],
    ['report', JSON.stringify({ ...report, kind: 'esg' }), null, 'kind: '],
    ['portfolio', '[]', null, 'the portfolio: expected object'],
    ['payment', JSON.stringify({ ...payment, payment: null }), null, 'payment: expected object'],
  ] as const)('refuses a %s that is none and says why', (kind, text, proof, words) => {
    const parsed = parseRecord(kind, text, proof);
    expect(parsed.ok ? [] : parsed.faults.map((fault) => fault.text)).toEqual([expect.stringContaining(words)]);
  });
});

it('a payload that is no object names nothing, whatever else it is: a verdict, and no failure', { tags: ['M-13', 'D-33'] }, () => {
  for (const payload of ['null', '7', 'true', '"text"', 'no JSON', '']) expect(readPayload(payload)).toEqual(new Map());
  expect([...readPayload('{"kid":"k","amount":7,"more":null}')]).toEqual([
    ['kid', 'k'],
    ['amount', 7],
  ]);
});
