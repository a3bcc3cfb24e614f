import type { Claim } from '../../domain/claims/claim.ts';
import type { FreshnessState } from '../../domain/freshness.ts';

/**
 * What the page says of a claim beside its word, for whoever compares it with what is so (`e2e/liar`, D-69). `data-at`: up to when its evidence is known, epoch
 * milliseconds on the platform's clock; where a claim has none, the nearest element around it with one tells it (a panel), and else it is about now.
 */
export const claimMarks = ({ kind, about, answer, at }: Claim) => ({
  'data-claim': kind,
  'data-about': about,
  'data-answer': answer,
  'data-at': at ?? undefined,
});

/** What a panel says of all that stands in it: up to when it is known; nothing while it is live. */
export const agedAt = (freshness: FreshnessState | undefined): number | undefined =>
  freshness === undefined || freshness.kind === 'never' || freshness.kind === 'live' ? undefined : freshness.at;
