import { z } from './zod.ts';

/** Roles an account holds on the platform (core document, section 6). */
export const loginRoles = ['admin', 'bank_ops', 'auditor', 'operator'] as const;
export const loginRoleSchema = z.enum(loginRoles);
export type LoginRole = z.infer<typeof loginRoleSchema>;

/** Roles the interface works with (core document, section 6). */
export const consoleRoles = ['admin', 'bank_ops', 'operator', 'read_only'] as const;
export const consoleRoleSchema = z.enum(consoleRoles);
export type ConsoleRole = z.infer<typeof consoleRoleSchema>;

/** The documents' twelve permissions, then the platform's own: `view:audit` (D-5), the two overview totals of D-38,
 * `admin:users` for what only the admin login role may do (D-6), and the acts on incidents, agents and kill switch. */
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
  /** Acknowledge, resolve, add notes: whoever works here, and nobody who only looks. */
  'action:handle_incidents',
  'action:request_override',
  /** Approve or reject what somebody else asked for. */
  'action:decide_override',
  /** How far an agent is trusted, and whether it runs. */
  'action:govern_ai',
  /** Pulling it takes view:dashboard alone (D-23). */
  'action:release_kill_switch',
  /** Pair, name and revoke wall displays. */
  'admin:displays',
] as const;
export type Permission = (typeof permissions)[number];
