import type { Override } from '../../contracts/agent.ts';
import type { WormStatus } from '../../contracts/evidence.ts';
import type { PortfolioState } from '../../contracts/overview.ts';
import type { VerificationStatus } from '../../contracts/verification.ts';
import type { PaymentStatus } from '../finance/financeMoves.ts';
import { decides, no, unknown, yes } from './judgement.ts';

/**
 * Claims about a record, from its stored row; the panel shows the row's age (D-15). These repeat what the platform says; signatures and
 * seals are claimed in `proof.ts`.
 */

/** A verification, by the platform's decision (C-60). */
export const recordDecided = decides('record', (status: VerificationStatus) => {
  switch (status) {
    case 'verified':
      return yes('Verified');
    case 'pending':
      return unknown('Pending', 'pending');
    case 'failed':
      return no('Failed', 'bad');
    case 'disputed':
      return no('Disputed', 'disputed');
    default:
      return status satisfies never;
  }
});

/** A results-based payment: `paid` means confirmed by the bank (C-60). */
export const paymentPaid = decides('paid', (status: PaymentStatus) => {
  switch (status) {
    case 'paid':
      return yes('Paid');
    case 'pending':
      return no('Pending', 'pending');
    case 'failed':
      return no('Failed', 'bad');
    default:
      return status satisfies never;
  }
});

/** A portfolio that was sold or recycled (C-60); only those that lost money need attention. */
export const portfolioSold = decides('sold', (state: PortfolioState) => {
  switch (state) {
    case 'eligible':
      return no('Eligible', 'idle');
    case 'eligible_frozen':
      return no('Frozen', 'idle');
    case 'packaged':
      return no('Packaged', 'processing');
    case 'sold':
      return yes('Sold');
    case 'recycled':
      return yes('Recycled');
    case 'defaulted':
      return no('Defaulted', 'bad');
    case 'written_off':
      return no('Written off', 'bad');
    default:
      return state satisfies never;
  }
});

/** The evidence lock of a pack, by the platform's statement about its storage (C-60). */
export const wormLocked = decides('worm', (status: WormStatus) => {
  switch (status) {
    case 'locked':
      return yes('Locked');
    case 'unlocked':
      return no('Unlocked', 'warn');
    case 'error':
      return unknown('Error', 'warn');
    default:
      return status satisfies never;
  }
});

/** A request to override a prediction (C-60). */
export const overrideApproved = decides('approved', (status: Override['status']) => {
  if (status === 'approved') return yes('Approved');
  return status === 'pending' ? unknown('Pending', 'pending') : no('Rejected', 'idle');
});

interface IncidentFacts {
  readonly active: boolean;
  /** True if its cause still held when it was resolved: closed by decision, which is not success. */
  readonly stillHeld: boolean;
  /** Acknowledged; it is no less active. */
  readonly takenUp?: boolean;
  /** Whether the incidents are up to date. */
  readonly current: boolean;
}

/** An incident that is over. */
export const incidentResolved = decides('resolved', ({ active, stillHeld, takenUp = false, current }: IncidentFacts) => {
  if (active && takenUp) return current ? no('Acknowledged', 'processing') : unknown('Was acknowledged');
  if (active) return current ? no('Active', 'bad') : unknown('Was active');
  return stillHeld ? no('Resolved', 'idle', { why: 'Resolved while it still held.' }) : yes('Resolved');
});

/** A figure against the milestone that a payment was promised for. */
export const milestoneReached = decides('reached', ({ reached }: { readonly reached: boolean }) =>
  reached ? yes('Reached') : no('Not reached', 'warn'),
);

/** A payment's statement about its verification, compared with that verification as sealed; null if it is not held here. */
export const paymentAgrees = decides('claimAgrees', (agrees: boolean | null) => {
  if (agrees === null) return unknown('Claim not compared');
  return agrees ? yes('Claim agrees') : no('Claim differs', 'bad');
});

/** A covenant of a loan, by the figures of a calculation (C-51). */
export const covenantKept = decides('kept', (kept: boolean) => (kept ? yes('Compliant') : no('Not compliant', 'idle')));

/** Figures calculated here, compared with the platform's (C-50). `offline`: it has not been asked yet. */
export const calculationAgrees = decides('calculation', (check: 'asking' | 'offline' | 'agrees' | 'differs') => {
  switch (check) {
    case 'asking':
      return unknown('The platform is calculating the same', 'processing');
    case 'offline':
      return unknown('Not compared: checked when the connection is back', 'pending');
    case 'agrees':
      return yes('The platform’s figures agree');
    case 'differs':
      return no('The platform’s figures differ', 'bad');
    default:
      return check satisfies never;
  }
});

/** How many of a portfolio's sites have what a report requires: all, some, or none. */
export const sitesCovered = decides('coverage', ({ covered, total }: { readonly covered: number; readonly total: number }) => {
  if (total === 0 || covered === 0) return no('No site', 'idle');
  return covered >= total ? yes('All sites') : no('Some sites', 'processing');
});
