/**
 * What is signed of a portfolio and of a payment (D-33): the RFC 8785 form of the fields that matter, under a JWS `typ` of
 * its own so that no signature passes for another kind. The members stand in the order the RFC sorts them; for these flat
 * shapes of texts and finite numbers JSON.stringify IS that form (a test holds it against the canonicalize library).
 */
export const PORTFOLIO_TYP = 'portfolio-covenant+jws';
export const PAYMENT_TYP = 'rbf-payment+jws';

/** A portfolio is bound to its covenant, tenant and value; its state moves on without a new signature. */
export interface PortfolioPayload {
  readonly covenantHash: string;
  readonly currency: string;
  readonly portfolioId: string;
  readonly receivablesValue: number;
  readonly tenantId: string;
}

/** A payment is bound to what it pays for and how much; whether it was paid is not signed. */
export interface PaymentPayload {
  readonly amount: number;
  readonly covenantHash: string;
  readonly currency: string;
  readonly milestoneId: string;
  readonly paymentId: string;
  readonly siteCode: string;
  readonly tenantId: string;
  readonly verificationId: string;
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError('a signed record holds only finite numbers');
  return value;
}

export function canonicalPortfolioPayload({ covenantHash, currency, portfolioId, receivablesValue, tenantId }: PortfolioPayload): string {
  return JSON.stringify({ covenantHash, currency, portfolioId, receivablesValue: finite(receivablesValue), tenantId });
}

export function canonicalPaymentPayload({
  amount,
  covenantHash,
  currency,
  milestoneId,
  paymentId,
  siteCode,
  tenantId,
  verificationId,
}: PaymentPayload): string {
  return JSON.stringify({ amount: finite(amount), covenantHash, currency, milestoneId, paymentId, siteCode, tenantId, verificationId });
}
