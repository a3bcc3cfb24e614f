import type { Insertable, Kysely } from 'kysely';
import type { Portfolio } from '../../src/contracts/portfolio.ts';
import { canonicalFacts, PAYMENT_MOVED_TYP, PORTFOLIO_MOVED_TYP } from '../../src/domain/records/signedRecords.ts';
import type { Database } from '../db/schema.ts';
import { type Signer, sha256, signText } from '../evidence/manifests.ts';
import { standingOf } from './finance.ts';
import type { SignedWriting } from './writing.ts';

/**
 * Statements about what happens to a payment or portfolio after it was signed, signed in the transaction that causes it (D-52). A
 * statement names the hash of the record's own signature payload, its number, and the previous state, so that none can be omitted or
 * moved unnoticed.
 */
type Row = Insertable<Database['signed_statements']>;
type Kind = Row['record_kind'];

/** A payment's move. `at` is when it happened, ISO 8601; `transactionId` only for a paid one. */
export interface PaymentMove {
  readonly paymentId: string;
  readonly from: string;
  readonly to: string;
  readonly at: string;
  readonly transactionId: string | null;
}

/** SHA-256 of the payload of a JWS; null for rows from before records were signed. */
function payloadHash(jws: string): string | null {
  const [, payload] = jws.split('.');
  return payload === undefined ? null : sha256(Buffer.from(payload, 'base64url'));
}

/** Members of every statement. */
interface Head {
  readonly tenantId: string;
  readonly no: number;
  readonly recordHash: string;
  readonly signedAt: string;
}

const rowOf = (kind: Kind, recordId: string, head: Head, jws: string): Row => ({
  tenant_id: head.tenantId,
  record_kind: kind,
  record_id: recordId,
  statement_no: head.no,
  record_hash: head.recordHash,
  jws,
  signed_at: head.signedAt,
});

/** The signed statement of a payment's move; null if the payment has no signature to refer to. */
export async function paymentStatement(
  signer: Signer,
  { signature, ...head }: Omit<Head, 'recordHash'> & { readonly signature: string },
  { transactionId, ...move }: PaymentMove,
): Promise<Row | null> {
  const recordHash = payloadHash(signature);
  if (recordHash === null) return null;
  const says = { ...head, recordHash, ...move, ...(transactionId === null ? {} : { transactionId }) };
  return rowOf('payment', move.paymentId, { ...head, recordHash }, await signText(signer, PAYMENT_MOVED_TYP, canonicalFacts(says)));
}

/** Number of the next statement about a record. The record's row is locked, so numbers are unique. */
async function nextNo({ trx, tenantId }: SignedWriting, kind: Kind, recordId: string): Promise<number> {
  const { held } = await trx
    .selectFrom('signed_statements')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('tenant_id', '=', tenantId)
    .where('record_kind', '=', kind)
    .where('record_id', '=', recordId)
    .executeTakeFirstOrThrow();
  return held + 1;
}

/** Signs and stores a payment's move. */
export async function statePayment(writing: SignedWriting, signature: string, move: PaymentMove): Promise<void> {
  const { trx, tenantId, signer, now } = writing;
  const no = await nextNo(writing, 'payment', move.paymentId);
  const row = await paymentStatement(signer, { tenantId, no, signature, signedAt: now.toISOString() }, move);
  if (row !== null) await trx.insertInto('signed_statements').values(row).execute();
}

/** Signs and stores a portfolio's move, with its new standing and its sites' current figures. `portfolio` is as returned after the move. */
export async function statePortfolio(writing: SignedWriting, from: string, portfolio: Portfolio): Promise<void> {
  const { trx, tenantId, signer, now } = writing;
  const { portfolioId } = portfolio;
  const recordHash = payloadHash(portfolio.jwsSignature);
  if (recordHash === null) return;
  const signedAt = now.toISOString();
  const head: Head = { tenantId, no: await nextNo(writing, 'portfolio', portfolioId), recordHash, signedAt };
  const jws = await signText(
    signer,
    PORTFOLIO_MOVED_TYP,
    canonicalFacts({ ...standingOf(portfolio, signedAt), ...head, from, portfolioId }),
  );
  await trx
    .insertInto('signed_statements')
    .values(rowOf('portfolio', portfolioId, head, jws))
    .execute();
}

/** Statements about a tenant's records of a kind, or about one record, by record id, oldest first. */
export async function readStatements(
  db: Kysely<Database>,
  tenantId: string,
  kind: Kind,
  recordId: string | null = null,
): Promise<ReadonlyMap<string, string[]>> {
  let found = db
    .selectFrom('signed_statements')
    .select(['record_id', 'jws'])
    .where('tenant_id', '=', tenantId)
    .where('record_kind', '=', kind);
  if (recordId !== null) found = found.where('record_id', '=', recordId);
  const rows = await found.orderBy('record_id').orderBy('statement_no').execute();
  const statements = new Map<string, string[]>();
  for (const { record_id: id, jws } of rows) {
    const held = statements.get(id);
    if (held === undefined) statements.set(id, [jws]);
    else held.push(jws);
  }
  return statements;
}
