import type { ReactNode } from 'react';
import type { Claim } from '../../domain/claims/claim.ts';
import { claimMarks } from './claimMarks.ts';
import { StatusBadge } from './StatusBadge.tsx';

interface ClaimBadgeProps {
  readonly claim: Claim;
  /** More words than the claim's own, which say the same: 'All 3 signatures verified here'. */
  readonly children?: ReactNode;
  readonly filled?: boolean;
  readonly size?: 'md' | 'lg';
}

/** A claim as shape, word and colour: the one way to draw success (D-69). Why it is not so, or not known, is a hover away. */
export function ClaimBadge({ claim, children = claim.word, ...rest }: ClaimBadgeProps) {
  return (
    <span className="uk-claim" title={claim.why ?? undefined} {...claimMarks(claim)}>
      <StatusBadge status={claim.look} {...rest}>
        {children}
      </StatusBadge>
    </span>
  );
}
