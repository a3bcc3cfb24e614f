import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chainNameSchema } from '../contracts/checkpoint.ts';
import { recordKinds } from '../contracts/verdict.ts';
import { canonicalCheckpoint, CHECKPOINT_TYP } from '../domain/records/checkpoints.ts';
import { canonicalManifestPayload, canonicalPackPayload } from '../domain/records/manifest.ts';
import { exportFields, paymentBinding, portfolioBinding } from '../domain/records/recordFields.ts';
import * as records from '../domain/records/signedRecords.ts';
import { factMembers, statementMembers } from './financeRecords.ts';
import { EVIDENCE_TYP, PACK_TYP } from './verify.ts';

const text = readFileSync(new URL('README.md', import.meta.url), 'utf8');

/** Rows of the table whose second column is a `typ`. */
const rows = text
  .split('\n')
  .filter((line) => /^\| [^|]+ \| `[a-z-]+\+jws`/.test(line))
  .map((line) => {
    const [kind = '', by = '', signed = '', later = '', never = ''] = line
      .split(' | ')
      .map((cell) => cell.replace(/^\| | \|$/g, '').trim());
    const members = /`\{([^}]*)\}`/.exec(signed)?.[1]?.split(', ') ?? [];
    return { kind, typ: /`([^`]+)`/.exec(by)?.[1] ?? '', by, members, later, never };
  });

/** Every `typ` in the sources: code that signs or reads a new kind contains one. */
function typsInSources(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const root of ['../../src/', '../../server/', '../../scripts/']) {
    const folder = new URL(root, import.meta.url);
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.includes('.test.')) continue;
      for (const [, typ = ''] of readFileSync(new URL(file, folder), 'utf8').matchAll(/'([a-z-]+\+jws)'/g)) found.add(typ);
    }
  }
  return found;
}

const filled = <T>(names: readonly string[], numbers: readonly string[] = []): T =>
  Object.fromEntries(names.map((name) => [name, numbers.includes(name) ? 1 : 'x'])) as T; // a payload with every member
const membersOf = (canonical: string): readonly string[] => Object.keys(JSON.parse(canonical));
const packNames = ['manifestHash', 'packId', 'signatureTimestamp', 'siteCode', 'tenantId', 'verificationId'];
const exportNames = Object.keys(exportFields);
const numbers = ['asOfSeq', 'recordCount', 'sizeBytes'];

/** Payload members that the code signs under each `typ`. */
const signed: Readonly<Record<string, readonly string[]>> = {
  [PACK_TYP]: membersOf(canonicalPackPayload(filled(packNames))),
  [EVIDENCE_TYP]: membersOf(canonicalManifestPayload(filled(packNames))),
  [records.PORTFOLIO_FACTS_TYP]: factMembers.portfolio,
  [records.PORTFOLIO_MOVED_TYP]: statementMembers.portfolio,
  [records.PORTFOLIO_TYP]: [...Object.keys(portfolioBinding), 'tenantId'],
  [records.PAYMENT_FACTS_TYP]: factMembers.payment,
  [records.PAYMENT_MOVED_TYP]: statementMembers.payment,
  [records.PAYMENT_TYP]: [...Object.keys(paymentBinding), 'tenantId'],
  [records.REPORT_TYP]: membersOf(
    records.canonicalReportPayload(filled(['covenantHash', 'generatedAt', 'kind', 'reportHash', 'reportId', 'tenantId'])),
  ),
  [records.EXPORT_TYP]: membersOf(records.canonicalExportPayload(filled(exportNames, numbers))),
  [records.OLD_EXPORT_TYP]: membersOf(records.canonicalOldExportPayload(filled(exportNames, numbers))),
  [CHECKPOINT_TYP]: membersOf(canonicalCheckpoint({ tenantId: 't', chain: 'record', index: 1, seal: 's', at: 'a' })),
};

describe('the table of what is signed', { tags: ['P-2', 'D-52'] }, () => {
  it('has one row for every typ that the code signs or reads, and none for one that it does not', () => {
    const typs = rows.map(({ typ }) => typ);
    expect(typs.length).toBe(new Set(typs).size);
    expect(typs.toSorted()).toEqual([...typsInSources()].toSorted());
    expect(typs.toSorted()).toEqual(Object.keys(signed).toSorted());
  });

  it('lists exactly the members that the code signs', () => {
    for (const { typ, members } of rows)
      expect(members.map((name) => name.replace(/\?$/, '')).toSorted(), typ).toEqual([...(signed[typ] ?? [])].toSorted());
  });

  it('has every kind of record, with its later statements and what is never covered', () => {
    const kinds = rows.map(({ kind }) => kind.split(/[ :,]/)[0] ?? '');
    expect(new Set(kinds)).toEqual(new Set(['evidence', ...recordKinds, 'checkpoint']));
    for (const { typ, by, later, never } of rows) {
      expect(by, typ).toMatch(/, (when|in the transaction|every)|; read/);
      expect(later, typ).not.toBe('');
      expect(never, typ).not.toBe('');
    }
    for (const name of chainNameSchema.options) expect(text).toContain(`\`${name}\``);
    // A record that can change state names the `typ` of its later statements.
    for (const typ of [records.PORTFOLIO_MOVED_TYP, records.PAYMENT_MOVED_TYP])
      expect(
        rows.some(({ later }) => later.includes(typ)),
        typ,
      ).toBe(true);
  });
});
