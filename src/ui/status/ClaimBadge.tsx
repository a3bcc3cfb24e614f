import type { ReactNode } from 'react';
import type { Claim } from '../../domain/claims/claim.ts';
import { StatusBadge } from './StatusBadge.tsx';

interface ClaimBadgeProps {
  readonly claim: Claim;
  /** More words than the claim's own, which say the same: 'All 3 signatures verified here'. */
  readonly children?: ReactNode;
  readonly filled?: boolean;
  readonly size?: 'md' | 'lg';
}

/** A claim as shape, word and colour (D-69). Why it is not so, or not known, is a hover away. */
export function ClaimBadge({ claim, children = claim.word, ...rest }: ClaimBadgeProps) {
  return (
    <StatusBadge status={claim} {...rest}>
      {children}
    </StatusBadge>
  );
}
