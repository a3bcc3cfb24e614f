import { type ConsoleRole, consoleRoles, type LoginRole, type Permission } from '../../contracts/access.ts';

/**
 * Roles and permissions: the only functions that console and server judge by (core document section 6, D-5, D-6, D-38). The console role
 * only narrows what the interface offers; the server decides by the login role.
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
    // Four-eyes rule: an administrator's own request needs somebody else's decision.
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

/** Permissions of an auditor beyond Read Only (D-5). */
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

/** All permissions of an account with this login role. The server judges by this alone. */
export function permissionsOf(role: LoginRole | null): ReadonlySet<Permission> {
  return new Set([...byConsoleRole[consoleRoleOf(role)], ...(role === 'auditor' ? auditorExtras : [])]);
}

/**
 * The role that the interface works with. A role stored on the device counts only if the login role may switch and it is one of the four
 * (C-68).
 */
export function activeRoleOf(role: LoginRole | null, stored: string | null): ConsoleRole {
  const chosen = permissionsOf(role).has('action:switch_role') ? consoleRoles.find((each) => each === stored) : undefined;
  return chosen ?? consoleRoleOf(role);
}

/** What the interface offers under the chosen console role `active`; never more than the login role allows. */
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

/** The people of a console role, as the subject of a sentence. */
const peopleOf: Readonly<Record<ConsoleRole, string>> = {
  admin: 'Admins',
  bank_ops: 'Bank Ops',
  operator: 'Operators',
  read_only: 'Read-only users',
};
/** One of them, as somebody to ask. */
const oneOf: Readonly<Record<LoginRole, string>> = {
  admin: 'an admin',
  bank_ops: 'Bank Ops',
  operator: 'an operator',
  auditor: 'an auditor',
};

/**
 * Why a role may not do what needs a permission, as shown beside a disabled control: 'Operators can view but not promote. Ask an admin.'
 * @param act what is not allowed, as in 'not promote'
 */
export function notAllowedLabels(role: ConsoleRole, act: string, permission: Permission): string {
  const holders = (['admin', 'bank_ops', 'operator', 'auditor'] as const).filter((each) => permissionsOf(each).has(permission));
  const labels = holders.map((each) => oneOf[each]);
  const asked = labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} or ${labels.at(-1) ?? ''}`;
  return `${peopleOf[role]} can view but not ${act}. Ask ${asked}.`;
}
