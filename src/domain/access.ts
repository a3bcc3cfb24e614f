import { type ConsoleRole, consoleRoles, type LoginRole, type Permission } from '../contracts/access.ts';

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
    'action:handle_incidents',
    'action:request_override',
    'action:decide_override',
    'action:govern_ai',
    'action:release_kill_switch',
    'admin:displays',
  ],
  bank_ops: [
    ...everybody,
    'view:evidence',
    'view:finance',
    'export:data',
    'action:recompute_hash',
    'view:rbf_summary',
    'action:handle_incidents',
    'action:request_override',
    // A second pair of eyes: an administrator's own request needs somebody else's.
    'action:decide_override',
  ],
  operator: [
    ...everybody,
    'view:evidence',
    'action:recompute_hash',
    'view:dgn_summary',
    'view:rbf_summary',
    'action:handle_incidents',
    'action:request_override',
  ],
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

/**
 * The role that the interface works with: one chosen before and kept on the device counts only for who may switch, judged by the login role, and
 * only if it is one of the four (C-68).
 */
export function activeRoleOf(role: LoginRole | null, stored: string | null): ConsoleRole {
  const chosen = permissionsOf(role).has('action:switch_role') ? consoleRoles.find((each) => each === stored) : undefined;
  return chosen ?? consoleRoleOf(role);
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

/** The console roles of those who may, for the words beside what somebody else may not: 'Admin and Bank Ops'. */
export function holdersOf(permission: Permission): string {
  const holders = (['admin', 'bank_ops', 'operator', 'auditor'] as const).filter((role) => permissionsOf(role).has(permission));
  const labels = holders.map((role) => (role === 'auditor' ? loginRoleLabels.auditor : consoleRoleLabels[consoleRoleOf(role)]));
  return labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1) ?? ''}`;
}
