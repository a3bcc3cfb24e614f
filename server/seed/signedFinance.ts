import type { Insertable, Selectable, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { signPayment, signPortfolio } from '../entities/finance.ts';
import { toPayment } from '../entities/payments.ts';
import { portfolioFiguresOf } from '../entities/portfolioFigures.ts';
import { toPortfolio } from '../entities/portfolios.ts';
import { paymentStatement } from '../entities/signedStatements.ts';
import { readSiteRecords } from '../entities/siteRecords.ts';
import type { Signer } from '../evidence/manifests.ts';

type Rows<T extends keyof Database> = Selectable<Database[T]>[];
type Unsigned<T extends 'portfolios' | 'rbf_payments'> = readonly Omit<Selectable<Database[T]>, 'jws_signature' | 'signer_kid'>[];

/**
 * Signs the seed's portfolios in their state at its moment, with the figures of their sites; sites and verifications must be stored
 * already.
 */
export async function signedPortfolios(
  trx: Transaction<Database>,
  signer: Signer,
  tenantId: string,
  portfolios: Unsigned<'portfolios'>,
  signedAt: string,
): Promise<Rows<'portfolios'>> {
  const { sites, records } = await readSiteRecords(trx, tenantId);
  return Promise.all(
    portfolios.map(async (unsigned) => {
      const row = { ...unsigned, jws_signature: '', signer_kid: signer.kid };
      const siteCodes = sites.filter(({ portfolioId }) => portfolioId === row.portfolio_id).map(({ siteCode }) => siteCode);
      const own = records.filter(({ portfolioId }) => portfolioId === row.portfolio_id);
      const shown = toPortfolio(row, { covenant: undefined, siteCodes, figures: portfolioFiguresOf(siteCodes.length, own) });
      return { ...row, jws_signature: await signPortfolio(signer, tenantId, shown, signedAt) };
    }),
  );
}

/**
 * The seed's payments, each signed as owed, with a separate signed statement of its outcome. A statement has the time of payment or
 * refusal and the time of signing: the demo's past was signed when the demo was created.
 * @param refused time at which the bank refused a payment, by payment id
 */
export async function signedPayments(
  signer: Signer,
  payments: Unsigned<'rbf_payments'>,
  milestones: Rows<'rbf_milestones'>,
  refused: ReadonlyMap<string, string>,
  signedAt: string,
): Promise<{ readonly rows: Rows<'rbf_payments'>; readonly statements: Insertable<Database['signed_statements']>[] }> {
  const byId = new Map(milestones.map((one) => [one.milestone_id, one]));
  const made = await Promise.all(
    payments.map(async (unsigned) => {
      const { tenant_id: tenantId, payment_id: paymentId, milestone_id, status, paid_at, transaction_id: transactionId } = unsigned;
      const milestone = byId.get(milestone_id);
      if (milestone === undefined) throw new Error(`no milestone ${milestone_id}`);
      const shown = toPayment({ ...milestone, ...unsigned, fx_snapshot_id: null, jws_signature: '', evidence_pack_id: null }, undefined);
      const signature = await signPayment(signer, tenantId, shown, signedAt);
      const at = paid_at ?? refused.get(paymentId);
      const statement =
        at === undefined || status === 'pending'
          ? null
          : await paymentStatement(
              signer,
              { tenantId, no: 1, signature, signedAt },
              { paymentId, from: 'pending', to: status, at, transactionId },
            );
      return { row: { ...unsigned, jws_signature: signature }, statement };
    }),
  );
  return { rows: made.map(({ row }) => row), statements: made.flatMap(({ statement }) => (statement === null ? [] : [statement])) };
}
