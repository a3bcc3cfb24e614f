import type { Kysely } from 'kysely';
import type { SignedRecord } from '../../src/contracts/verdict.ts';
import { checkRecord } from '../../src/evidence/records.ts';
import type { Database } from '../db/schema.ts';
import { readOwnKeys, WHENEVER } from '../evidence/signingKeys.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { unsealedAmong } from './exportSeals.ts';
import { sealedColumns, toSealed } from './verification.ts';

/**
 * Checks that a payment or portfolio still matches its last signature, before it moves. The statement of a move is made from the current
 * row, so over a row altered in the database the platform would sign what it never decided. Signatures and statements are verified as on
 * a device, with every key the platform ever had; a row that was never signed moves without a statement.
 * @returns the refusal that says what differs, or null
 */
export async function changedSince(
  db: Kysely<Database>,
  tenantId: string,
  record: Extract<SignedRecord, { readonly kind: 'payment' | 'portfolio' }>,
): Promise<Refusal | null> {
  const [id, jws] =
    record.kind === 'payment'
      ? [record.value.payment_id, record.value.jws_signature]
      : [record.value.portfolioId, record.value.jwsSignature];
  if (jws === '') return null;
  const { signed, later } = await checkRecord(record, { set: await readOwnKeys(db), fetchedAt: null }, tenantId, WHENEVER);
  for (const part of [signed, later])
    if (part?.state === 'failed')
      return refuse('conflict', `${id} is not what was signed of it: nothing more is signed. ${part.reasons[0] ?? part.message}`);
  return null;
}

/** Checks that the verifications behind a decision still match their seals. Names the first that does not; null if all do. */
export async function unsealedBasis(db: Kysely<Database>, tenantId: string, which: Which): Promise<Refusal | null> {
  let found = db.selectFrom('verifications').select(sealedColumns).where('tenant_id', '=', tenantId);
  found = 'vrfId' in which ? found.where('vrf_id', '=', which.vrfId) : found.where('site_code', 'in', which.siteCodes);
  if ('siteCodes' in which && which.siteCodes.length === 0) return null;
  const rows = (await found.execute()).map(toSealed);
  const [first] = await unsealedAmong(rows, { db, tenantId });
  return first === undefined ? null : refuse('conflict', `${first.vrfId} does not say what was sealed: nothing is signed over it`);
}

type Which = { readonly vrfId: string } | { readonly siteCodes: readonly string[] };
