import type { Portfolio } from '../../src/contracts/portfolio.ts';
import type { RbfPayment } from '../../src/contracts/rbf.ts';
import {
  leavesOf,
  paymentFacts,
  pick,
  portfolioBinding,
  portfolioFigures,
  portfolioStanding,
} from '../../src/domain/records/recordFields.ts';
import { canonicalFacts, PAYMENT_FACTS_TYP, PORTFOLIO_FACTS_TYP, siteCodesText } from '../../src/domain/records/signedRecords.ts';
import { type Signer, sha256, signText } from '../evidence/manifests.ts';

/** The signed facts of a portfolio's standing, taken from the same row that the API returns, so that what is shown is what was signed. */
export function standingOf(portfolio: Portfolio, asOf: string): Readonly<Record<string, string | number>> {
  return {
    ...pick({ ...portfolioStanding, ...portfolioFigures }, leavesOf(portfolio)),
    asOf,
    siteCodesHash: sha256(siteCodesText(portfolio.siteCodes ?? [])),
  };
}

/** Signs a portfolio (D-52): its binding, state, money, sites and figures as of `signedAt`, ISO 8601. */
export function signPortfolio(signer: Signer, tenantId: string, portfolio: Portfolio, signedAt: string): Promise<string> {
  const facts = { ...pick(portfolioBinding, leavesOf(portfolio)), ...standingOf(portfolio, signedAt), signedAt, tenantId };
  return signText(signer, PORTFOLIO_FACTS_TYP, canonicalFacts(facts));
}

/** Signs all that is known of a payment when it becomes due (D-52). That it was paid is a separate statement. `signedAt` is ISO 8601. */
export function signPayment(signer: Signer, tenantId: string, payment: RbfPayment, signedAt: string): Promise<string> {
  return signText(signer, PAYMENT_FACTS_TYP, canonicalFacts({ ...pick(paymentFacts, leavesOf(payment)), signedAt, tenantId }));
}
