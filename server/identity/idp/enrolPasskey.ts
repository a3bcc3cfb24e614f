import type { FastifyRequest } from 'fastify';
import { newCredentialSchema, type NewCredential, type PasskeyOptions } from '../../../src/contracts/passkey.ts';
import { z } from '../../../src/contracts/zod.ts';
import { recordLine } from '../../audit/audit.ts';
import type { Platform } from '../../context.ts';
import { isRefusal, type Refusal, refuse } from '../../http/problem.ts';
import { ownerOf } from '../accounts.ts';
import { describeDevice } from '../sessions/device.ts';
import { secondStepOf } from '../factors/secondFactor.ts';
import { issueChallenge, takeChallenge } from '../passkeys/challenges.ts';
import { keepPasskey } from '../passkeys/keepPasskey.ts';
import { creationOptions, relyingPartyOf, verifyNew } from '../passkeys/relyingParty.ts';
import type { Second } from './secondStep.ts';

/**
 * Lets a person who must have a second factor and has none create a passkey instead of an authenticator app (G-25), on the provider's own
 * page, with a challenge bound to its step.
 */

/** WebAuthn creation options; null if passkeys are not supported here or the step does not ask for one. */
export async function askNewPasskey(
  { db, clock, config }: Platform,
  uid: string,
  { accountId, stage }: Second,
): Promise<PasskeyOptions | null> {
  const rp = relyingPartyOf(config);
  if (rp === null || stage !== 'enrol') return null;
  const account = await db.selectFrom('accounts').select(['email', 'name']).where('account_id', '=', accountId).executeTakeFirstOrThrow();
  return creationOptions(rp, { accountId, ...account }, await issueChallenge(db, 'add', uid, clock.now()), []);
}

/** Stores the new passkey. Creating it proves both factors, so the sign-in is complete. Null on success. */
export async function enrolPasskey(
  platform: Platform,
  uid: string,
  { accountId, proofsFrom, stage }: Second,
  { sent, request }: { readonly sent: string; readonly request: FastifyRequest },
): Promise<Refusal | null> {
  const { db, database, clock, config, letters, audit, log } = platform;
  const rp = relyingPartyOf(config);
  const credential = read(sent);
  // Used up before any check: one challenge allows one try.
  const challenge = await takeChallenge(db, 'add', uid, clock.now());
  if (rp === null || stage !== 'enrol' || credential === null || challenge === null) return refuse('login_failed');
  const made = await verifyNew(rp, credential, challenge);
  if (!made.ok) {
    log.warn('passkey.refused', { why: made.why });
    return refuse('login_failed');
  }
  const { tenant_id: home } = await db
    .selectFrom('accounts')
    .select('tenant_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const refusal = await database.write(recordLine(home), async (trx): Promise<Refusal | null> => {
    const own = trx.selectFrom('accounts').selectAll().where('account_id', '=', accountId);
    await own.forNoKeyUpdate().execute();
    // A separate query after the lock, so that it sees what concurrent transactions committed.
    const account = await own.executeTakeFirstOrThrow();
    const isSame = account.status === 'active' && account.proofs_from === proofsFrom;
    // If a second factor was set up meanwhile, it must be used: a password alone never adds another.
    if (!isSame || (await secondStepOf(trx, accountId, true)) !== 'enrol') return refuse('login_failed');
    const name = describeDevice(request.headers['user-agent']).slice(0, 60);
    const row = await keepPasskey(trx, { accountId, name, made: made.value, credential, now: clock.now() });
    if (isRefusal(row)) return row;
    await letters.write(trx, { purpose: 'passkey_added', ...ownerOf(account), facts: { passkey: row.name } });
    await audit.record(trx, {
      tenantId: home,
      actor: { id: accountId, name: account.name },
      action: 'account.passkey_add',
      target: row.passkey_id,
      outcome: 'done',
      correlationId: request.id,
      ip: request.ip,
    });
    return null;
  });
  if (refusal === null) letters.wake();
  return refusal;
}

/** The credential from the page's form; null if it is not valid. */
function read(text: string): NewCredential | null {
  try {
    const parsed = z.safeParse(newCredentialSchema, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // not JSON
  }
}
