import type { ExportType } from '../../contracts/export.ts';
import { milestoneSheet, paymentSheet, portfolioSheet, reportSheet } from './finance.ts';
import { aiTrailSheet, auditSheet, incidentSheet, overrideSheet, serviceSheet } from './governance.ts';
import { deadLetterSheet, evidencePackSheet, latencySheet, stageChangeSheet, verificationSheet } from './operations.ts';
import type { ExportSheet } from './sheet.ts';
import { userSheet } from './users.ts';

/** Every kind of export: an exportable table without columns here does not compile. */
export const exportSheets = {
  verifications: verificationSheet,
  evidence_packs: evidencePackSheet,
  dead_letters: deadLetterSheet,
  stage_changes: stageChangeSheet,
  refinance_portfolios: portfolioSheet,
  rbf_payments: paymentSheet,
  rbf_milestones: milestoneSheet,
  compliance_reports: reportSheet,
  ai_overrides: overrideSheet,
  ai_trail: aiTrailSheet,
  component_latency: latencySheet,
  incidents: incidentSheet,
  incident_services: serviceSheet,
  audit_records: auditSheet,
  users: userSheet,
} as const satisfies { readonly [Type in ExportType]: ExportSheet<never> };

type RowOf<Sheet> = Sheet extends ExportSheet<infer Row> ? Row : never;
/** The row type of a kind of export. */
export type ExportRow<Type extends ExportType> = RowOf<(typeof exportSheets)[Type]>;

/** The sheet of a kind, with its row type. */
export function sheetOf<Type extends ExportType>(type: Type): ExportSheet<ExportRow<Type>> {
  return exportSheets[type] as unknown as ExportSheet<ExportRow<Type>>; // the table's own row for this type
}

/** The covenants of these rows, each once, ascending. */
export function covenantsOf<Type extends ExportType>(type: Type, rows: readonly ExportRow<Type>[]): readonly string[] {
  const { covenantOf } = sheetOf(type);
  return covenantOf === undefined ? [] : [...new Set(rows.map(covenantOf))].sort();
}
