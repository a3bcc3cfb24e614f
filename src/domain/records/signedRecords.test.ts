import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentFacts, portfolioBinding, portfolioFigures, portfolioStanding } from './recordFields.ts';
import {
  canonicalExportPayload,
  canonicalFacts,
  canonicalOldExportPayload,
  canonicalReportPayload,
  covenantsBinding,
} from './signedRecords.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const amount = fc.double({ noNaN: true, noDefaultInfinity: true });

describe('signed records', () => {
  it('writes portfolios, payments and what happened to them in the RFC 8785 form', { tags: ['D-33', 'P-2'] }, () => {
    for (const table of [paymentFacts, { ...portfolioBinding, ...portfolioStanding, ...portfolioFigures }]) {
      const member = fc.oneof(text, amount);
      const payload = fc.dictionary(fc.constantFrom(...Object.keys(table)), member);
      fc.assert(fc.property(payload, (facts) => void expect(canonicalFacts(facts)).toBe(canonicalize(facts))));
    }
  });

  it('writes reports in the RFC 8785 form', { tags: ['D-33'] }, () => {
    const kind = fc.constantFrom('pcaf' as const, 'issb' as const);
    const payload = fc.record({ covenantHash: text, generatedAt: text, kind, reportHash: text, reportId: text, tenantId: text });
    fc.assert(fc.property(payload, (report) => void expect(canonicalReportPayload(report)).toBe(canonicalize(report))));
  });

  it('writes exports in the RFC 8785 form, without what there is not', { tags: ['C-50', 'D-33'] }, () => {
    const payload = fc.record(
      {
        asOf: text,
        asOfSeq: fc.nat(),
        contentHash: text,
        covenantHash: text,
        expiresAt: text,
        exportType: fc.constantFrom('verifications' as const, 'rbf_payments' as const),
        exportedAt: text,
        exportedBy: text,
        exportedById: text,
        fileName: text,
        filterHash: text,
        format: fc.constantFrom('csv' as const, 'json' as const),
        fxSnapshotId: text,
        recordCount: fc.nat(),
        signTs: text,
        sizeBytes: fc.nat(),
        tenantId: text,
      },
      {
        requiredKeys: [
          'asOf',
          'asOfSeq',
          'exportedById',
          'fileName',
          'sizeBytes',
          'contentHash',
          'expiresAt',
          'exportType',
          'exportedAt',
          'exportedBy',
          'filterHash',
          'format',
          'recordCount',
          'signTs',
          'tenantId',
        ],
      },
    );
    fc.assert(fc.property(payload, (one) => void expect(canonicalExportPayload(one)).toBe(canonicalize(one))));
    const ofToday = ['asOf', 'asOfSeq', 'exportedById', 'fileName', 'sizeBytes'];
    fc.assert(
      fc.property(payload, (one) => {
        const old = Object.fromEntries(Object.entries(one).filter(([name]) => !ofToday.includes(name)));
        expect(canonicalOldExportPayload(one)).toBe(canonicalize(old));
      }),
    );
  });

  it('binds a report to its one covenant, or to all of them in whatever order', { tags: ['D-33'] }, () => {
    expect(covenantsBinding(['a1'])).toEqual({ hash: 'a1' });
    expect(covenantsBinding(['b2', 'a1'])).toEqual({ text: canonicalize(['a1', 'b2']) });
    expect(covenantsBinding([])).toEqual({ text: '[]' });
  });

  it('refuses to sign what is no number', { tags: ['D-33'] }, () => {
    expect(() => canonicalFacts({ amount: Number.NaN })).toThrow(RangeError);
    expect(() => canonicalFacts({ amount: Infinity })).toThrow(RangeError);
  });
});
