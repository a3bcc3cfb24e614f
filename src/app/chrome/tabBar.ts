import type { ConsoleRole, LoginRole } from '../../contracts/access.ts';
import { offeredPermissions } from '../../domain/access.ts';
import { mayOpen, type ScreenId } from '../../domain/screens.ts';

/** What each role reaches for first on a phone, most wanted first; the first five it may open make the tab bar (LOOK, Phone). */
const wanted: Readonly<Record<ConsoleRole, readonly ScreenId[]>> = {
  admin: ['overview', 'pipeline', 'dlq', 'verifications', 'health'],
  bank_ops: ['overview', 'verifications', 'evidence', 'pipeline', 'dlq'],
  operator: ['overview', 'verifications', 'evidence', 'dlq', 'pipeline'],
  // An auditor is read-only with evidence: it is offered where held.
  read_only: ['overview', 'verifications', 'evidence', 'pipeline', 'health', 'dlq'],
};

/** The five screens of the phone's tab bar. */
export function tabsFor(role: LoginRole | null, active: ConsoleRole): readonly ScreenId[] {
  const held = offeredPermissions(role, active);
  return wanted[active].filter((id) => mayOpen(id, held)).slice(0, 5);
}
