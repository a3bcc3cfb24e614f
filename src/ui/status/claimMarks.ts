import type { Claim } from '../../domain/claims/claim.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';

/**
 * Attributes of a displayed claim, for tests that compare it with the truth (`e2e/liar`, D-69). `data-at`: time of the last confirmation,
 * epoch milliseconds on the platform's clock. If absent, the nearest ancestor with one (a panel) applies; without any, the claim is about
 * now.
 */
export const claimMarks = ({ kind, about, answer, at }: Claim) => ({
  'data-claim': kind,
  'data-about': about,
  'data-answer': answer,
  'data-at': at ?? undefined,
});

/** `data-at` of a panel: time of the last confirmation of its content; undefined while live. */
export const agedAt = (freshness: FreshnessState | undefined): number | undefined =>
  freshness === undefined || freshness.kind === 'never' || freshness.kind === 'live' ? undefined : freshness.at;
