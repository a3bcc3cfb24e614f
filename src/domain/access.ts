import type { ConsoleRole, LoginRole, Permission } from '../contracts/access.ts';

/**
 * Roles and what they may do: the one function both sides judge by (core document section 6, D-5, D-6, D-38).
 * The console role only narrows what the interface offers; the server decides by the login role.
 */
const everybody = [
  'view:dashboard',
  'view:kpi',
  'view:health',
  'view:pipeline',
  'view:verifications',
] as const satisfies readonly Permission[];

const byConsoleRole: Readonly<Record<ConsoleRole, readonly Permission[]>> = {
  admin: [
    ...everybody,
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
  ],
  bank_ops: [...everybody, 'view:evidence', 'view:finance', 'export:data', 'action:recompute_hash', 'view:rbf_summary'],
  operator: [...everybody, 'view:evidence', 'action:recompute_hash', 'view:dgn_summary', 'view:rbf_summary'],
  read_only: everybody,
};

/** What an auditor holds beyond Read Only (D-5). */
const auditorExtras: readonly Permission[] = ['view:evidence', 'view:ai_audit', 'view:audit', 'action:recompute_hash'];

/** Login role to console role (D-5). Anything unknown is read-only. */
export function consoleRoleOf(role: LoginRole | null): ConsoleRole {
  switch (role) {
    case 'admin':
    case 'bank_ops':
    case 'operator':
      return role;
    case 'auditor':
    case null:
      return 'read_only';
    default:
      return role satisfies never;
  }
}

/** All that an account of this login role may do. The server judges by this alone. */
export function permissionsOf(role: LoginRole | null): ReadonlySet<Permission> {
  return new Set([...byConsoleRole[consoleRoleOf(role)], ...(role === 'auditor' ? auditorExtras : [])]);
}

/** What the interface offers while `active` is the chosen console role: never more than the login role allows. */
export function offeredPermissions(role: LoginRole | null, active: ConsoleRole): ReadonlySet<Permission> {
  const held = permissionsOf(role);
  if (active === consoleRoleOf(role)) return held;
  return new Set(byConsoleRole[active].filter((permission) => held.has(permission)));
}

export const consoleRoleLabels: Readonly<Record<ConsoleRole, string>> = {
  admin: 'Admin',
  bank_ops: 'Bank Ops',
  operator: 'Operator',
  read_only: 'Read Only',
};
export const loginRoleLabels: Readonly<Record<LoginRole, string>> = {
  admin: 'Administrator',
  bank_ops: 'Bank Officer',
  auditor: 'Auditor',
  operator: 'Operator',
};
