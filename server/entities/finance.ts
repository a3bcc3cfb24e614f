import type { Selectable } from 'kysely';
import { canonicalPaymentPayload, canonicalPortfolioPayload, PAYMENT_TYP, PORTFOLIO_TYP } from '../../src/domain/signedRecords.ts';
import type { Database } from '../db/schema.ts';
import { type Signer, signText } from '../evidence/manifests.ts';

type PortfolioFields = Pick<
  Selectable<Database['portfolios']>,
  'tenant_id' | 'portfolio_id' | 'receivables_value' | 'currency' | 'covenant_hash'
>;
type PaymentFields = Pick<
  Selectable<Database['rbf_payments']>,
  'tenant_id' | 'payment_id' | 'vrf_id' | 'milestone_id' | 'site_code' | 'amount' | 'currency' | 'covenant_hash'
>;

/** Signs what binds a portfolio to its covenant (D-33). */
export function signPortfolio(signer: Signer, row: PortfolioFields): Promise<string> {
  const payload = canonicalPortfolioPayload({
    covenantHash: row.covenant_hash,
    currency: row.currency,
    portfolioId: row.portfolio_id,
    receivablesValue: row.receivables_value,
    tenantId: row.tenant_id,
  });
  return signText(signer, PORTFOLIO_TYP, payload);
}

/** Signs what binds a payment to the result it pays for (D-33). */
export function signPayment(signer: Signer, row: PaymentFields): Promise<string> {
  const payload = canonicalPaymentPayload({
    amount: row.amount,
    covenantHash: row.covenant_hash,
    currency: row.currency,
    milestoneId: row.milestone_id,
    paymentId: row.payment_id,
    siteCode: row.site_code,
    tenantId: row.tenant_id,
    verificationId: row.vrf_id,
  });
  return signText(signer, PAYMENT_TYP, payload);
}
