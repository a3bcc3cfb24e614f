import type { Claim } from '../../domain/claims/claim.ts';

/** What the page says of a claim beside its word, for whoever compares it with what is so (`e2e/liar`, D-69). */
export const claimMarks = ({ kind, about, answer }: Claim) => ({ 'data-claim': kind, 'data-about': about, 'data-answer': answer });
