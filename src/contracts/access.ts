import { z } from './zod.ts';

/** Roles an account holds on the platform (core document, section 6). */
export const loginRoles = ['admin', 'bank_ops', 'auditor', 'operator'] as const;
export const loginRoleSchema = z.enum(loginRoles);
export type LoginRole = z.infer<typeof loginRoleSchema>;

/** Roles the interface works with (core document, section 6). */
export const consoleRoles = ['admin', 'bank_ops', 'operator', 'read_only'] as const;
export const consoleRoleSchema = z.enum(consoleRoles);
export type ConsoleRole = z.infer<typeof consoleRoleSchema>;

/** The documents' twelve permissions, then the platform's own: `view:audit` (D-5), the two overview totals of D-38, and
 * `admin:users` for what only the admin login role may do (D-6). */
export const permissions = [
  'view:dashboard',
  'view:kpi',
  'view:health',
  'view:pipeline',
  'view:verifications',
  'view:evidence',
  'view:finance',
  'view:ai_audit',
  'export:data',
  'action:recompute_hash',
  'action:promote_dlq',
  'action:switch_role',
  'view:audit',
  'view:dgn_summary',
  'view:rbf_summary',
  'admin:users',
] as const;
export type Permission = (typeof permissions)[number];
