import { CircleDashed, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FreshnessState, isOfThen } from '../../domain/freshness/freshness.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';

interface NothingHeldProps {
  /** Freshness of the empty result. */
  readonly freshness: FreshnessState;
  readonly icon: LucideIcon;
  /** Says that there is nothing: 'No incidents'. */
  readonly title: string;
  readonly action?: ReactNode;
  /** Text about what would be here. */
  readonly children: ReactNode;
}

/**
 * Shown in place of rows if there are none. An old empty result says nothing about now, because new rows may have arrived since. Halted
 * work adds none, so the result still holds then.
 */
export function NothingHeld({ freshness, icon, title, action, children }: NothingHeldProps) {
  if (isOfThen(freshness))
    return (
      <EmptyState icon={CircleDashed} title="Not known now" action={action}>
        {title} when last known.
      </EmptyState>
    );
  return (
    <EmptyState icon={icon} title={title} action={action}>
      {children}
    </EmptyState>
  );
}
