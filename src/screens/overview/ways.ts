import type { ConsoleRole, Permission } from '../../contracts/access.ts';
import { isInnerLink } from '../../contracts/links.ts';
import { screenAt } from '../../domain/places.ts';
import { mayOpen, screens } from '../../domain/screens.ts';

/** Where a link leads for this person, or why it leads nowhere (D-38): it is then shown disabled, with the reason. */
export type Way = { readonly href: string; readonly reason: null } | { readonly href: null; readonly reason: string };

/** Judges a path, with or without a query, by the rule of links, the screen table and what the person holds. */
export function wayTo(path: string, held: ReadonlySet<Permission>): Way {
  const id = isInnerLink(path) ? screenAt(path.replace(/[?#].*$/, '')) : null;
  if (id === null) return { href: null, reason: 'This page is not part of this build.' };
  if (mayOpen(id, held)) return { href: path, reason: null };
  return { href: null, reason: `Your role may not open ${screens[id].title}.` };
}

export type QuickActionId = 'verifications' | 'pipeline' | 'health' | 'compliance' | 'aiGovernance' | 'report';
export interface QuickAction {
  readonly id: QuickActionId;
  readonly label: string;
  readonly way: Way;
}

const actions: Readonly<Record<QuickActionId, { readonly label: string; readonly path: string }>> = {
  verifications: { label: 'View Verifications', path: '/operations/verifications' },
  pipeline: { label: 'Check Pipeline', path: '/operations/pipeline' },
  health: { label: 'System Health', path: '/system/health' },
  compliance: { label: 'Compliance Reports', path: '/insights/compliance' },
  aiGovernance: { label: 'AI Governance', path: '/insights/ai-governance' },
  report: { label: 'Generate Report', path: '/insights/compliance' },
};

const byRole: Readonly<Record<ConsoleRole, readonly QuickActionId[]>> = {
  admin: ['verifications', 'pipeline', 'health'],
  operator: ['verifications', 'pipeline', 'health'],
  read_only: ['verifications', 'compliance', 'aiGovernance'],
  bank_ops: ['verifications', 'pipeline', 'report'],
};

/** The three quick actions of a role, as the document lists them (C-17). */
export function quickActions(role: ConsoleRole, held: ReadonlySet<Permission>): readonly QuickAction[] {
  return byRole[role].map((id) => ({ id, label: actions[id].label, way: wayTo(actions[id].path, held) }));
}
