import type { ConsoleRole, Permission } from '../../contracts/access.ts';
import { type Href, screenHref, pathOf, receivedHref } from '../../domain/screens/link.ts';
import { screenAt } from '../../domain/places.ts';
import { mayOpen, screens } from '../../domain/screens/screens.ts';

/** Target of a link for this person, or the reason why it is shown disabled (D-38). */
export type Way = { readonly href: Href; readonly reason: null } | { readonly href: null; readonly reason: string };

/** Checks a link, of this build or as the platform sent it, against the link rule, the screen table and the person's permissions. */
export function wayTo(link: string, held: ReadonlySet<Permission>): Way {
  const checked = receivedHref(link);
  const id = checked === null ? null : screenAt(pathOf(checked));
  if (checked === null || id === null) return { href: null, reason: 'This page is not part of this build.' };
  if (mayOpen(id, held)) return { href: checked, reason: null };
  return { href: null, reason: `Your role may not open ${screens[id].title}.` };
}

/** The quick actions of all roles (C-17). */
export type QuickActionId = 'verifications' | 'pipeline' | 'health' | 'compliance' | 'aiGovernance' | 'report';
/** A shortcut on the overview; disabled with a reason if its page may not be opened. */
export interface QuickAction {
  readonly id: QuickActionId;
  readonly label: string;
  readonly way: Way;
}

const actions: Readonly<Record<QuickActionId, { readonly label: string; readonly to: Href }>> = {
  verifications: { label: 'View Verifications', to: screenHref('verifications') },
  pipeline: { label: 'Check Pipeline', to: screenHref('pipeline') },
  health: { label: 'System Health', to: screenHref('health') },
  compliance: { label: 'Compliance Reports', to: screenHref('compliance') },
  aiGovernance: { label: 'AI Governance', to: screenHref('aiGovernance') },
  report: { label: 'Generate Report', to: screenHref('compliance') },
};

const byRole: Readonly<Record<ConsoleRole, readonly QuickActionId[]>> = {
  admin: ['verifications', 'pipeline', 'health'],
  operator: ['verifications', 'pipeline', 'health'],
  read_only: ['verifications', 'compliance', 'aiGovernance'],
  bank_ops: ['verifications', 'pipeline', 'report'],
};

/** The three quick actions of a role, in the document's order (C-17). */
export function quickActions(role: ConsoleRole, held: ReadonlySet<Permission>): readonly QuickAction[] {
  return byRole[role].map((id) => ({ id, label: actions[id].label, way: wayTo(actions[id].to, held) }));
}
