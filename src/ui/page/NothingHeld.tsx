import { CircleDashed, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FreshnessState, isOfThen } from '../../domain/freshness.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';

interface NothingHeldProps {
  /** How old the word is that there is nothing. */
  readonly freshness: FreshnessState;
  readonly icon: LucideIcon;
  /** That there is nothing: 'No incidents'. */
  readonly title: string;
  readonly action?: ReactNode;
  /** What would stand here. */
  readonly children: ReactNode;
}

/**
 * In the place of rows of which there are none. That a list was empty an hour ago says nothing of now: what has come since is what would be looked for here. Halted work brings
 * nothing, so there the word holds.
 */
export function NothingHeld({ freshness, icon, title, action, children }: NothingHeldProps) {
  if (isOfThen(freshness))
    return (
      <EmptyState icon={CircleDashed} title="Not known now" action={action}>
        {title} when last heard of.
      </EmptyState>
    );
  return (
    <EmptyState icon={icon} title={title} action={action}>
      {children}
    </EmptyState>
  );
}
