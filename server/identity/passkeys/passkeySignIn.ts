import { recordLine } from '../../audit/audit.ts';
import type { Platform } from '../../context.ts';
import { type Refusal, refuse } from '../../http/problem.ts';
import { type Assertion, assertionSchema } from '../../../src/contracts/passkey.ts';
import { z } from '../../../src/contracts/zod.ts';
import { createAttempts } from '../guessing/attempts.ts';
import { bucketsOf } from '../guessing/buckets.ts';
import { openDeviceMarks } from '../sessions/device.ts';
import { recordFailedTry } from '../guessing/failedTry.ts';
import type { SignedIn } from '../sessions/signIn.ts';
import { issueChallenge, takeChallenge } from './challenges.ts';
import { noteUse } from './passkeyUse.ts';
import { handleOf, type RelyingParty, requestOptions, verifyUse } from './relyingParty.ts';

/** One try to sign in, or to complete a sign-in, with a passkey at the provider's page. */
export interface PasskeyAttempt {
  /** The browser's step at the provider; only this step's challenge is accepted. */
  readonly step: string;
  /** The account whose password was entered earlier in this step, with `proofsFrom` as of then; null if none was. */
  readonly after: Pick<SignedIn, 'accountId' | 'proofsFrom'> | null;
  /** AuthenticationResponseJSON as text, unparsed. */
  readonly assertion: string;
  readonly ip: string;
  readonly correlationId: string;
  /** Value of the device mark cookie; null if none was sent. */
  readonly deviceMark: string | null;
}

/** Sign-in by passkey on the provider's page. Every failure reads 'Login failed', whatever its cause. */
export interface PasskeySignIn {
  /** WebAuthn request options for this step. */
  ask(step: string): Promise<ReturnType<typeof requestOptions>>;
  signIn(attempt: PasskeyAttempt): Promise<SignedIn | Refusal>;
}

/** Attempts are limited like those by password and share the count of their address. */
export function createPasskeySignIn(platform: Platform, rp: RelyingParty): PasskeySignIn {
  const { db, database, clock, audit, log, metrics } = platform;
  const attempts = createAttempts(platform);

  const ask = async (step: string) => requestOptions(rp, await issueChallenge(db, 'sign_in', step, clock.now()));

  const signIn = async ({ step, after, assertion: text, ip, correlationId, deviceMark }: PasskeyAttempt): Promise<SignedIn | Refusal> => {
    const marks = await openDeviceMarks(platform.secrets);
    const assertion = read(text);
    const held =
      assertion === null
        ? undefined
        : await db
            .selectFrom('passkeys')
            .innerJoin('accounts', 'accounts.account_id', 'passkeys.account_id')
            .select([
              'passkey_id',
              'credential_id',
              'public_key',
              'passkeys.account_id',
              'accounts.name as owner',
              'tenant_id',
              'status',
              'after_password',
              'proofs_from',
            ])
            .where('credential_id', '=', assertion.id)
            .executeTakeFirst();
    const known = held === undefined ? null : marks.check(deviceMark, held);
    const device = known === null ? null : `${known}\n${held?.account_id}`;
    const buckets = bucketsOf({ who: `passkey ${assertion?.id ?? ''}`, ip, device, tell: null });
    const record = (outcome: 'refused' | 'failed', why: string) =>
      recordFailedTry(platform, held, { outcome, why, by: 'passkey', ip, correlationId });

    const attempt = await attempts.begin(buckets);
    if (attempt.waitMs !== null) {
      await record('refused', 'rate_limited');
      return refuse('rate_limited', undefined, attempt.waitMs);
    }
    const failed = async (why: string): Promise<Refusal> => {
      await record('failed', why);
      return refuse('login_failed', undefined, attempt.pauseMs === 0 ? undefined : attempt.pauseMs);
    };
    // Used up before any check: one challenge allows one try.
    const challenge = await takeChallenge(db, 'sign_in', step, clock.now());
    if (assertion === null) return failed('bad_request');
    if (challenge === null) return failed('no_challenge');
    if (held === undefined) return failed('unknown_passkey');
    const used = await verifyUse(rp, assertion, challenge, { credentialId: held.credential_id, publicKey: held.public_key });
    if (!used.ok) {
      log.warn('passkey.refused', { why: used.why });
      return failed('mismatch');
    }
    if (assertion.response.userHandle !== handleOf(held.account_id)) return failed('mismatch');
    if (held.status !== 'active') return failed('not_active');
    // Must follow the current password: after a reset by mailed link, a thief may still know the previous one.
    const isAfter = after?.accountId === held.account_id && after.proofsFrom === held.proofs_from;
    if (held.after_password && !isAfter) return failed('after_password');

    const why = await database.write(recordLine(held.tenant_id), async (trx) => {
      const own = trx.selectFrom('accounts').select('proofs_from').where('account_id', '=', held.account_id);
      await own.forShare().execute();
      // A separate query after the lock: if all sessions were ended meanwhile, the passkey may now be valid only after the password.
      if ((await own.executeTakeFirstOrThrow()).proofs_from !== held.proofs_from) return 'mismatch';
      if (!(await noteUse(trx, held.passkey_id, used.value, clock.now()))) return 'counter';
      await audit.record(trx, {
        tenantId: held.tenant_id,
        actor: { id: held.account_id, name: held.owner },
        action: 'account.passkey_use',
        target: held.passkey_id,
        outcome: 'done',
        correlationId,
        ip,
      });
      return null;
    });
    if (why !== null) return failed(why);
    await attempts.succeeded(attempt.counted);
    metrics.count('ukweli_sign_ins_total', { outcome: 'done' });
    return {
      accountId: held.account_id,
      name: held.owner,
      tenantId: held.tenant_id,
      deviceMark: marks.issue(held),
      proofsFrom: held.proofs_from,
      // A passkey is both factors: possession, and the device's verification of its user.
      second: 'none',
    };
  };
  return { ask, signIn };
}

/** The assertion from the page's form; null if it is not valid. */
function read(text: string): Assertion | null {
  try {
    const parsed = z.safeParse(assertionSchema, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // not JSON
  }
}
