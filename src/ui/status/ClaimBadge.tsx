import type { ReactNode } from 'react';
import type { Claim } from '../../domain/claims/claim.ts';
import { StatusBadge } from './StatusBadge.tsx';

interface ClaimBadgeProps {
  readonly claim: Claim;
  /** A longer text with the same meaning as the claim's word: 'All 3 signatures verified here'. */
  readonly children?: ReactNode;
  readonly filled?: boolean;
  readonly size?: 'md' | 'lg';
}

/** A claim as shape, word and colour (D-69). The reason for 'no' or 'unknown' is in the tooltip. */
export function ClaimBadge({ claim, children = claim.word, ...rest }: ClaimBadgeProps) {
  return (
    <StatusBadge status={claim} {...rest}>
      {children}
    </StatusBadge>
  );
}
