import { z } from './zod.ts';

/** Roles an account holds on the platform (core document, section 6). */
export const loginRoles = ['admin', 'bank_ops', 'auditor', 'operator'] as const;
export const loginRoleSchema = z.enum(loginRoles);
export type LoginRole = z.infer<typeof loginRoleSchema>;

/** Roles the interface works with (core document, section 6). */
export const consoleRoles = ['admin', 'bank_ops', 'operator', 'read_only'] as const;
export const consoleRoleSchema = z.enum(consoleRoles);
export type ConsoleRole = z.infer<typeof consoleRoleSchema>;

/**
 * The twelve permissions of the documents, then those added by this platform: `view:audit` (D-5), the two overview totals (D-38),
 * `admin:users` for acts reserved to the admin login role (D-6), and the acts on incidents, agents and kill switch.
 */
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
  /** Acknowledge, resolve, add notes: every role except read-only. */
  'action:handle_incidents',
  'action:request_override',
  /** Approve or reject another person's request. */
  'action:decide_override',
  /** Set an agent's mode and enable or disable it. */
  'action:govern_ai',
  /** Only the release; pulling the switch needs view:dashboard alone (D-23). */
  'action:release_kill_switch',
  /** Pair, name and revoke wall displays. */
  'admin:displays',
] as const;
export type Permission = (typeof permissions)[number];
