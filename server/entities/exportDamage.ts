import { adminUserSchema } from '../../src/contracts/adminUser.ts';
import { aiActSchema, overrideSchema } from '../../src/contracts/agent.ts';
import { auditRecordSchema } from '../../src/contracts/audit.ts';
import { deadLetterSchema } from '../../src/contracts/deadLetter.ts';
import { evidencePackSchema } from '../../src/contracts/evidence.ts';
import type { ExportType } from '../../src/contracts/export.ts';
import { incidentSchema } from '../../src/contracts/incident.ts';
import { portfolioSchema } from '../../src/contracts/portfolio.ts';
import { quickParse } from '../../src/contracts/quickParse.ts';
import { rbfPaymentSchema } from '../../src/contracts/rbf.ts';
import { reportSummarySchema } from '../../src/contracts/report.ts';
import { strayLinks } from '../../src/contracts/strayLinks.ts';
import { verificationSchema } from '../../src/contracts/verification.ts';
import type { z } from '../../src/contracts/zod.ts';
import { nameOf } from '../../src/domain/api/leftOut.ts';
import { formatCount } from '../../src/domain/format.ts';
import { type Refusal, refuse } from '../http/problem.ts';

/** Response schemas of the row kinds that a list shows too. */
const listed: Readonly<Partial<Record<ExportType, z.ZodMiniType>>> = {
  verifications: verificationSchema,
  evidence_packs: evidencePackSchema,
  dead_letters: deadLetterSchema,
  refinance_portfolios: portfolioSchema,
  rbf_payments: rbfPaymentSchema,
  compliance_reports: reportSummarySchema,
  ai_overrides: overrideSchema,
  ai_trail: aiActSchema,
  incidents: incidentSchema,
  audit_records: auditRecordSchema,
  users: adminUserSchema,
};

/**
 * Refuses an export with a row that lists leave out as damaged (G-14): the platform does not sign rows it does not show. Null if all rows
 * are valid.
 */
export function damageFault(type: ExportType, rows: readonly unknown[]): Refusal | null {
  const schema = listed[type];
  if (schema === undefined) return null;
  const place = rows.findIndex((row) => !quickParse(schema, row).success || strayLinks(schema, row).length > 0);
  if (place === -1) return null;
  const name = nameOf(rows[place], `row ${formatCount(place + 1)}`);
  return refuse(
    'conflict',
    `Nothing is signed: ${name} is damaged, and no list shows it. Narrow the list to leave it out, and tell the platform’s operator`,
  );
}
