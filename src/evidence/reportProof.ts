import { reportKindSchema } from '../contracts/report.ts';
import type { RecordSignedEvidence, VerdictPart } from '../contracts/verdict.ts';
import { canonicalReportPayload, REPORT_TYP, type ReportPayload } from '../domain/records/signedRecords.ts';
import { readJws } from './jws.ts';
import { judgeSignature, readPayload } from './signature.ts';
import type { TrustedKeys } from './verify.ts';

/**
 * Checks a report's proof without the report: its values, and whether a trusted key signed them. The caller compares the report's hash
 * with the one named here (`checkRecord`). `named` is null if the proof is unreadable, and untrusted if the signature does not hold.
 */
export async function checkReportProof(
  jws: string,
  keys: TrustedKeys,
  tenantId: string | null,
  at: string,
): Promise<{ readonly named: ReportPayload | null; readonly signed: VerdictPart<RecordSignedEvidence> }> {
  const read = readJws(jws, REPORT_TYP);
  const named = read.ok ? payloadOf(readPayload(read.value.payload)) : null;
  const finding = await judgeSignature(
    {
      jws,
      typ: REPORT_TYP,
      kid: null,
      what: 'proof',
      signedAt: named?.generatedAt ?? null,
      expected: {},
      canonical: (signedTenant) => (named === null ? '' : canonicalReportPayload({ ...named, tenantId: signedTenant })),
    },
    keys.set,
    tenantId,
    at,
  );
  const evidence: RecordSignedEvidence = {
    kid: finding.kid,
    keysFetchedAt: keys.fetchedAt,
    tenant: tenantId === null ? 'notChecked' : 'checked',
    tenantId: finding.ok ? finding.tenantId : null,
  };
  if (finding.ok) return { named, signed: { state: 'passed', at, evidence } };
  const { code, message, reasons } = finding;
  return { named, signed: { state: 'failed', at, code, message, reasons, evidence } };
}

function payloadOf(members: ReadonlyMap<string, string | number>): ReportPayload | null {
  const text = (name: string): string => String(members.get(name) ?? '');
  const kind = reportKindSchema.safeParse(members.get('kind'));
  if (!kind.success) return null;
  return {
    covenantHash: text('covenantHash'),
    generatedAt: text('generatedAt'),
    kind: kind.data,
    reportHash: text('reportHash'),
    reportId: text('reportId'),
    tenantId: text('tenantId'),
  };
}
