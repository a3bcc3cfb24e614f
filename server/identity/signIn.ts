import type { Platform } from '../context.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { emailKey } from './accounts.ts';
import { createAfterwards } from './afterwards.ts';
import { createAttempts } from './attempts.ts';
import { bucketsOf } from './buckets.ts';
import { openDeviceMarks } from './device.ts';
import { type SecondStep, secondStepOf } from './factors/secondFactor.ts';
import { recordFailedTry } from './failedTry.ts';
import { noteGuess } from './guesses.ts';
import { networksOf } from './networks.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { relyingPartyOf } from './passkeys/relyingParty.ts';
import { isBarredAsPublished } from './publishedPassword.ts';

/** An account that proved itself. */
export interface SignedIn {
  readonly accountId: string;
  readonly name: string;
  readonly tenantId: string;
  /** New value of the device's cookie. */
  readonly deviceMark: string;
  /** When all its sessions had last been ended, as it stood before the proof was looked at: an end since then voids that. */
  readonly proofsFrom: string | null;
  /** What this proof does not do alone: the way in that asked for it asks for more, or refuses. */
  readonly second: SecondStep;
}

export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly ip: string;
  readonly correlationId: string;
  /** Value of the device's cookie, if it sent one. */
  readonly deviceMark: string | null;
  /** Whether the call was handed on by a proxy, whoever it is (`isForwarded`). */
  readonly forwarded: boolean;
}

/** Checks e-mail and password; the same for /api/auth/login and the provider's own page. Every failure reads 'Login failed'. */
export type SignIn = (attempt: SignInAttempt) => Promise<SignedIn | Refusal>;

export async function createSignIn(platform: Platform): Promise<SignIn> {
  const { db, database, config, metrics } = platform;
  const attempts = createAttempts(platform);
  const afterwards = createAfterwards(platform);
  await platform.secrets.held('device.marks'); // made when the platform starts

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
    // Judged after it was verified, so that the time it takes tells nobody whether the account has it still.
    const barred = isBarredAsPublished(config, password, forwarded);
    if (account === undefined || verdict !== 'match' || barred || account.status !== 'active') {
      if (account?.status === 'active' && known === null && verdict === 'mismatch')
        afterwards.run('guess.note', () => noteGuess(platform, { ...account, ip, correlationId }));
      const why = verdict !== 'match' ? 'mismatch' : barred ? 'published_password' : 'not_active';
      // After the answer: how many lines strangers have had is counted by tenant, and once those for addresses without an account are used up, an address that has one would be told by its line's time.
      afterwards.run('try.record', () => record('failed', why));
      return refuse('login_failed', undefined, attempt.pauseMs === 0 ? undefined : attempt.pauseMs);
    }
    // By an end of the account's sessions that is dated before this try and stands only since, what was looked at counts no more: whoever ends them is waited for (G-25).
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
    // Of one that asks for more whoever ends it counts it.
    if (second === 'none') metrics.count('ukweli_sign_ins_total', { outcome: 'done' });
    if (account.password?.split('$')[1] !== String(config.passwordCost)) {
      // hashed at an older cost: this is the one moment at which the password is known
      const dearer = await hashPassword(password, config.passwordCost, { account: account.account_id });
      await database.write(`account ${account.account_id}`, (trx) =>
        trx
          .updateTable('accounts')
          .set({ password: dearer })
          .where('account_id', '=', account.account_id)
          // Not over one that was chosen meanwhile: this one would open the account again.
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
