import type { Report } from '../../contracts/report.ts';

/** A file to download. */
export interface ReportFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** The two files of a report (C-33): the whole report as JSON, and the proof alone. `npm run verify -- --kind report` reads both. */
export function reportFiles(report: Report): { readonly json: ReportFile; readonly proof: ReportFile } {
  return {
    json: { name: `${report.reportId}.json`, type: 'application/json', text: `${JSON.stringify(report, null, 2)}\n` },
    proof: { name: `${report.reportId}.proof.jws`, type: 'application/jose', text: `${report.proofFile}\n` },
  };
}

/** The keys as the platform published them, to verify without access to the platform. */
export function keySetFile(keys: readonly unknown[]): ReportFile {
  return { name: 'jwks.json', type: 'application/json', text: `${JSON.stringify({ keys }, null, 2)}\n` };
}

/** The command with which an auditor verifies the downloaded files. */
export function verifyCommandOf(reportId: string): string {
  return `npm run -s verify -- --kind report --record ${reportId}.json --proof ${reportId}.proof.jws --jwks jwks.json`;
}
