import type { Permission } from '../../contracts/access.ts';
import type { ExportType } from '../../contracts/export.ts';

/** The permission to see a table, which exporting it needs besides `export:data`; the platform checks both (D-6, D-28). */
export const exportNeeds: Readonly<Record<ExportType, Permission>> = {
  verifications: 'view:verifications',
  evidence_packs: 'view:evidence',
  dead_letters: 'view:pipeline',
  stage_changes: 'view:pipeline',
  refinance_portfolios: 'view:finance',
  rbf_payments: 'view:finance',
  rbf_milestones: 'view:finance',
  compliance_reports: 'view:verifications',
  ai_overrides: 'view:dashboard',
  ai_trail: 'view:ai_audit',
  component_latency: 'view:health',
  incidents: 'view:dashboard',
  incident_services: 'view:dashboard',
  audit_records: 'view:audit',
  users: 'admin:users',
};

/**
 * Days after which exported figures should be exported again (C-50's `expiresAt`): a console convention, a month's close plus some days.
 */
export const EXPORT_LIFE_DAYS = 35;
