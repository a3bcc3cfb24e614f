import { describe, expect, it } from 'vitest';
import { auditVerdict } from './audit.mjs';

const report = (...severities: readonly string[]) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      severities.map((severity) => [`p-${severity}`, { name: `p-${severity}`, severity, range: '<2.0.0' }]),
    ),
  });

describe('what the registry knows of the packages', { tags: ['G-23'] }, () => {
  it('a grave fault fails, a light one is told', { tags: ['G-23', 'A-17'] }, () => {
    expect(auditVerdict(report('moderate', 'critical'))).toEqual({
      kind: 'found',
      lines: ['critical: p-critical <2.0.0', 'moderate: p-moderate <2.0.0'],
    });
    expect(auditVerdict(report('high')).kind).toBe('found');
    const light = auditVerdict(report('low'));
    expect([light.kind, light.lines[0]]).toEqual(['clean', 'low: p-low <2.0.0']);
    expect(auditVerdict(report())).toMatchObject({ kind: 'clean', lines: [expect.stringContaining('No known fault')] });
  });

  it('a registry that does not answer is never taken for one that knows of no fault, and its address is not printed', {
    tags: ['G-23'],
  }, () => {
    const silent = [
      JSON.stringify({ message: '405 Method Not Allowed - POST https://ann:word@packages.example/bulk', statusCode: 405, error: {} }),
      JSON.stringify({ message: 'request to https://packages.example/bulk failed, reason: connect ECONNREFUSED', error: {} }),
      '{}',
      'null',
      '{"auditReportVersion":2}',
      'npm error',
      '',
    ];
    const verdicts = silent.map(auditVerdict);
    for (const { kind, lines } of verdicts) {
      expect(kind).toBe('notAsked');
      expect(lines.join()).toMatch(/^Not known: the registry does not answer/);
      expect(lines.join()).not.toContain('packages.example');
    }
    expect(verdicts[0]?.lines.join()).toContain('status 405');
    expect(verdicts[1]?.lines.join()).toContain('ECONNREFUSED');
  });
});
