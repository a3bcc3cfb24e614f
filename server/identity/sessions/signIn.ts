import type { Platform } from '../../context.ts';
import { type Refusal, refuse } from '../../http/problem.ts';
import { emailKey } from '../accounts.ts';
import { createAfterwards } from '../afterwards.ts';
import { createAttempts } from '../guessing/attempts.ts';
import { bucketsOf } from '../guessing/buckets.ts';
import { openDeviceMarks } from './device.ts';
import { type SecondStep, secondStepOf } from '../factors/secondFactor.ts';
import { recordFailedTry } from '../guessing/failedTry.ts';
import { noteGuess } from '../guessing/guesses.ts';
import { networksOf } from '../guessing/networks.ts';
import { hashPassword, verifyPassword } from '../passwords/passwords.ts';
import { relyingPartyOf } from '../passkeys/relyingParty.ts';
import { isRefusedAsPublished } from '../passwords/publishedPassword.ts';

/** An account whose password or passkey was right. */
export interface SignedIn {
  readonly accountId: string;
  readonly name: string;
  readonly tenantId: string;
  /** New value of the device mark cookie. */
  readonly deviceMark: string;
  /** When all sessions of the account had last been ended, as read before the check; a later end voids the sign-in. */
  readonly proofsFrom: string | null;
  /** What is required besides; the caller asks for it or refuses. */
  readonly second: SecondStep;
}

/** One try with e-mail and password, and where it comes from. */
export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly ip: string;
  readonly correlationId: string;
  /** Value of the device mark cookie; null if none was sent. */
  readonly deviceMark: string | null;
  /** Whether any proxy forwarded the call (`isForwarded`). */
  readonly forwarded: boolean;
}

/** Checks e-mail and password, for /api/auth/login and the provider's page. Every failure reads 'Login failed'. */
export type SignIn = (attempt: SignInAttempt) => Promise<SignedIn | Refusal>;

/** Resolves once the key of the device marks exists. */
export async function createSignIn(platform: Platform): Promise<SignIn> {
  const { db, database, config, metrics } = platform;
  const attempts = createAttempts(platform);
  const afterwards = createAfterwards(platform);
  await platform.secrets.held('device.marks'); // create the key at start-up

  return async ({ email, password, ip, correlationId, deviceMark, forwarded }) => {
    const marks = await openDeviceMarks(platform.secrets);
    const key = emailKey(email);
    const account = await db
      .selectFrom('accounts')
      .select(['account_id', 'name', 'tenant_id', 'status', 'password', 'proofs_from'])
      .where('email_key', '=', key)
      .executeTakeFirst();
    const known = account === undefined ? null : marks.check(deviceMark, account);
    const buckets = bucketsOf({
      who: key,
      ip,
      device: known === null ? null : `${known}\n${account?.account_id}`,
      tell: marks.tellOf(password),
    });
    const record = (outcome: 'refused' | 'failed', why: string) =>
      recordFailedTry(platform, account, { outcome, why, by: 'password', ip, correlationId });

    const attempt = await attempts.begin(buckets);
    if (attempt.waitMs !== null) {
      await record('refused', 'rate_limited');
      return refuse('rate_limited', undefined, attempt.waitMs);
    }
    const by = known === null || account === undefined ? { network: networksOf(ip).far } : { account: account.account_id };
    const verdict = await verifyPassword(password, account?.password ?? null, config.passwordCost, by);
    if (verdict === 'busy') {
      await attempts.takenBack(attempt.counted);
      return refuse('unavailable', undefined, 2000);
    }
    // Checked after verification, so that timing does not reveal whether the account still has the published password.
    const isPublished = isRefusedAsPublished(config, password, forwarded);
    if (account === undefined || verdict !== 'match' || isPublished || account.status !== 'active') {
      if (account?.status === 'active' && known === null && verdict === 'mismatch')
        afterwards.run('guess.note', () => noteGuess(platform, { ...account, ip, correlationId }));
      const why = verdict !== 'match' ? 'mismatch' : isPublished ? 'published_password' : 'not_active';
      // After the answer: individual lines are limited by tenant, and once those for unknown addresses are used up, the time of writing a
      // line would reveal that an address has an account.
      afterwards.run('try.record', () => record('failed', why));
      return refuse('login_failed', undefined, attempt.pauseMs === 0 ? undefined : attempt.pauseMs);
    }
    // Check under lock whether all sessions were ended since the password was read, even if that end is dated before this attempt; then it
    // no longer counts (G-25).
    const ended = await database.write(`account ${account.account_id}`, async (trx) => {
      const own = trx.selectFrom('accounts').select('proofs_from').where('account_id', '=', account.account_id);
      await own.forShare().execute();
      return (await own.executeTakeFirstOrThrow()).proofs_from !== account.proofs_from;
    });
    if (ended) {
      afterwards.run('try.record', () => record('failed', 'mismatch'));
      return refuse('login_failed');
    }
    await attempts.succeeded(attempt.counted);
    const second = await secondStepOf(db, account.account_id, relyingPartyOf(config) !== null);
    // With a second step, the sign-in is counted when that completes.
    if (second === 'none') metrics.count('ukweli_sign_ins_total', { outcome: 'done' });
    if (account.password?.split('$')[1] !== String(config.passwordCost)) {
      // hashed at another cost: rehash now, the only time the password is known
      const dearer = await hashPassword(password, config.passwordCost, { account: account.account_id });
      await database.write(`account ${account.account_id}`, (trx) =>
        trx
          .updateTable('accounts')
          .set({ password: dearer })
          .where('account_id', '=', account.account_id)
          // Not over a password set meanwhile: the old one would work again.
          .where('password', '=', account.password)
          .execute(),
      );
    }
    return {
      accountId: account.account_id,
      name: account.name,
      tenantId: account.tenant_id,
      deviceMark: marks.issue(account),
      proofsFrom: account.proofs_from,
      second,
    };
  };
}
