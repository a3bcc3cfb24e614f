import { describe, expect, it } from 'vitest';
import { queryOf } from '../../domain/screens/address.ts';
import { readAddress } from '../../domain/screens/readAddress.ts';
import { makeKey } from '../../../tests/builders/evidencePack.ts';
import { issbBody, makeReport, pcafBody } from '../../../tests/builders/signedRecords.ts';
import type { LoginRole } from '../../contracts/access.ts';
import type { ReportSummary } from '../../contracts/report.ts';
import type { HubStatus } from '../../contracts/rpc.ts';
import { statusAtStart } from '../../domain/freshness/statusAtStart.ts';
import { lintKeys } from '../../evidence/keys.ts';
import { parseJwks } from '../../evidence/parse.ts';
import { parseRecord } from '../../evidence/parseRecord.ts';
import { checkRecord } from '../../evidence/records.ts';
import { keySetFile, reportFiles, verifyCommandOf } from './reportFiles.ts';
import { generatingDisabledReason, latestOf, paperOf } from './reportModel.ts';

const tenant = { tenantId: 'demo', name: 'Demo', place: 'Nairobi', region: 'af-south-1', currency: 'KES', timeZone: 'Africa/Nairobi' };
const status = (role: LoginRole, change: Partial<HubStatus> = {}): HubStatus => ({
  ...statusAtStart('test'),
  connection: { state: 'connected', transport: 'sse', since: 0, newestAt: null },
  leftBehind: 'gone',
  session: {
    phase: 'signedIn',
    user: { id: 'u1', email: 'a@ukweli.example', role, tenantId: 'demo', name: 'A' },
    tenant,
    confirmed: true,
    expiresAt: 0,
    warningEndsAt: null,
  },
  clock: { confirmed: true },
  ...change,
});

describe('generating', () => {
  it('is for holders of export:data; everybody else is told who may', { tags: ['D-6'] }, () => {
    expect(generatingDisabledReason(status('admin'))).toBeNull();
    expect(generatingDisabledReason(status('bank_ops'))).toBeNull();
    expect(generatingDisabledReason(status('operator'))).toBe('Operators can view but not generate reports. Ask an admin or Bank Ops.');
    expect(generatingDisabledReason(status('auditor'))).toContain('Read-only users can view but not');
  });

  it('needs the platform, and one that takes changes', { tags: ['D-23'] }, () => {
    const lost = { state: 'disconnected', transport: 'sse', since: null, newestAt: null } as const;
    expect(generatingDisabledReason(status('admin', { connection: lost }))).toContain('Available when online');
    const pulled = { active: true, reason: 'drill', by: 'A', since: '2025-11-18T11:00:00Z', version: 1 };
    expect(generatingDisabledReason(status('admin', { killSwitch: pulled }))).toBe('The platform is in read-only mode');
    expect(generatingDisabledReason(status('admin', { buildTooOld: true }))).toContain('reload');
  });
});

describe('the newest report', () => {
  const summary = (reportId: string, kind: ReportSummary['kind'], headline: number): ReportSummary => ({
    reportId,
    kind,
    headline,
    generatedAt: '2025-11-18T11:26:06Z',
    generatedBy: 'A',
    period: { from: '2024-11-18T11:26:06Z', to: '2025-11-18T11:26:06Z' },
    reportHash: 'a'.repeat(64),
  });

  it('stands with its figure and how it differs from the one before of its kind', { tags: ['C-33'] }, () => {
    const reports = [summary('PCAF-3', 'pcaf', 90), summary('ISSB-2', 'issb', 5000), summary('PCAF-1', 'pcaf', 100)];
    expect(latestOf(reports, 'pcaf')).toMatchObject({ figure: '90.00 t CO2e', change: '10.0% less than PCAF-1' });
    expect(latestOf(reports, 'issb')).toMatchObject({ figure: '5,000 t CO2e', change: null });
    expect(latestOf([], 'pcaf')).toBeNull();
    expect(latestOf([summary('B', 'pcaf', 100), summary('A', 'pcaf', 100)], 'pcaf')?.change).toBe('as in A');
  });
});

describe('the paper', () => {
  it('shows a PCAF report by asset class, with sums where a sum means something', { tags: ['C-33', 'C-45'] }, () => {
    const paper = paperOf(makeReport(makeKey('k'), pcafBody), 'UGX');
    expect(paper.figures.map(({ value }) => value)).toEqual(['355.00 t CO2e', '1,285 t CO2e', '1.8']);
    expect(paper.table.heads.map(({ unit }) => unit ?? '')).toEqual([
      '',
      '',
      '',
      'KES',
      't CO2e per year',
      't CO2e per year',
      'kg CO2e/kWh',
      'PCAF score',
      '',
    ]);
    for (const cells of [...paper.table.rows, paper.table.total]) expect(cells).toHaveLength(9);
    expect(paper.table.rows[0]).toEqual(['Project finance', '2', '2', '12,400,000', '310.25', '1,204.50', '0.5000', '1.80', '98.5%']);
    expect(paper.table.total.slice(0, 6)).toEqual(['All', '3', '', '14,500,000', '355.00', '1,284.50']);
  });

  it('shows an ISSB report by kind of site, verified apart from estimated', { tags: ['C-33', 'C-45'] }, () => {
    const paper = paperOf(makeReport(makeKey('k'), issbBody), 'UGX');
    expect(paper.figures.map(({ value, note }) => [value, note])).toEqual([
      ['2,410 t CO2e', '2,169 carbon credits'],
      ['31.50 t CO2e', '28 carbon credits, once verified'],
      ['98.7%', 'of measured records that did not fail'],
    ]);
    expect(paper.table.rows.map(([name]) => name)).toEqual(['Hospital', 'School']);
    expect(paper.table.total).toEqual(['All', '54', '1,247', '2,410.13', '31.50']);
    expect(paper.basis).toContainEqual({ key: 'Exchange rates', value: 'FX-2025-11-18' });
  });
});

describe('what is downloaded', () => {
  it('two files that verify with the key set beside them', { tags: ['C-33', 'D-33'] }, async () => {
    const key = makeKey('k');
    const report = makeReport(key, issbBody);
    const { json, proof } = reportFiles(report);
    expect([json.name, proof.name]).toEqual(['ISSB-2025-0004.json', 'ISSB-2025-0004.proof.jws']);
    expect(verifyCommandOf(report.reportId)).toContain(`--record ${json.name} --proof ${proof.name} --jwks ${keySetFile([]).name}`);
    const record = parseRecord('report', json.text, proof.text);
    const keys = parseJwks(keySetFile([key.jwk]).text);
    if (!record.ok || !keys.ok) throw new Error('unreadable');
    const trusted = { set: lintKeys(keys.value), fetchedAt: null };
    expect((await checkRecord(record.value, trusted, 'demo', '2025-11-18T11:30:00Z')).outcome).toBe('verified');
  });
});

it('the address holds what is open, and nothing that opens by itself', () => {
  for (const query of ['', 'kind=pcaf', 'kind=pcaf&sort=-reportId', 'open=PCAF-2025-0001', 'kind=issb&portfolio=PCAF-PLANTS'])
    expect(queryOf('compliance', readAddress('compliance', new URLSearchParams(query)))).toBe(query);
  expect(readAddress('compliance', new URLSearchParams('kind=esg')).kind).toBeNull();
});
