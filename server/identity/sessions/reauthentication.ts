import type { FastifyInstance } from 'fastify';
import type { Selectable } from 'kysely';
import { proofHoldsMs, type Proof } from '../../../src/contracts/reauthentication.ts';
import type { SignInExchange } from '../../../src/contracts/session.ts';
import type { Assertion } from '../../../src/contracts/passkey.ts';
import { recordLine } from '../../audit/audit.ts';
import type { Platform } from '../../context.ts';
import type { Database } from '../../db/schema.ts';
import { isRefusal, type Refusal, refuse } from '../../http/problem.ts';
import { type Call, route } from '../../http/route.ts';
import { createAttempts } from '../guessing/attempts.ts';
import { reauthenticationBucket } from '../guessing/buckets.ts';
import { wrongCode } from '../factors/factorRoutes.ts';
import { proveByCode } from '../factors/proveByCode.ts';
import { heldTotp } from '../factors/totpSecrets.ts';
import { giveToken, keepProof } from './freshProof.ts';
import type { IdentityProvider } from '../linking/identityProvider.ts';
import { issueChallenge, takeChallenge, takeIssued } from '../passkeys/challenges.ts';
import { noteUse } from '../passkeys/passkeyUse.ts';
import { assertionOptions, relyingPartyOf, verifyUse } from '../passkeys/relyingParty.ts';
import { isForwarded } from '../passwords/publishedPassword.ts';
import { proveAgain } from './reauthenticate.ts';
import { stillMay } from './stillMay.ts';

type Account = Selectable<Database['accounts']>;

/** A verified use of a passkey, to be stored in the transaction that accepts the proof. */
interface PasskeyProof {
  readonly passkeyId: string;
  readonly use: Parameters<typeof noteUse>[2];
}
/** An accepted proof with its time. */
interface Proved {
  readonly at: Date;
  readonly passkey: PasskeyProof | null;
}

const wrongPasskey = 'The passkey’s answer does not match the request. Try again';
const anotherAccount = 'You signed in with another account than this session’s. Use the same account, or sign out first';
const askedBefore = 'Your organisation’s sign-in did not ask you to sign in again. Start again';

/**
 * Re-authentication (issue 17, point 25; ASVS 7.5): by password, authenticator code or passkey; or by a new sign-in at the organisation's
 * own provider. It is on record, sets the session's time of authentication and renews its token.
 */
export function registerReauthentication(
  app: FastifyInstance,
  platform: Platform,
  { provider }: { readonly provider: IdentityProvider },
): void {
  const { db, database, clock, config, audit } = platform;
  const rp = relyingPartyOf(config);
  const judge = createJudge(platform, provider, rp);
  const accountOf = (accountId: string): Promise<Account> =>
    db.selectFrom('accounts').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow();

  route(app, platform, 'proofOptions', async ({ session }) => {
    const account = await accountOf(session.user.id);
    const held =
      rp === null
        ? []
        : await db
            .selectFrom('passkeys')
            .select(['credential_id', 'transports'])
            .where('account_id', '=', account.account_id)
            .orderBy('created_at', 'desc')
            .execute();
    // Issued for every method: the challenge also stores when it was requested.
    const challenge = await issueChallenge(db, 'reauthenticate', session.sessionId, clock.now());
    return {
      password: config.passwords && account.password !== null,
      code: (await heldTotp(db, account.account_id)) !== null,
      passkey: rp === null || held.length === 0 ? null : assertionOptions(rp, challenge, held),
      provider: config.oidc !== null,
    };
  });

  route(
    app,
    platform,
    'proveAgain',
    async (call) => {
      const { session, correlationId, ip, body } = call;
      const account = await accountOf(session.user.id);
      const line = {
        tenantId: account.tenant_id,
        actor: { id: account.account_id, name: account.name },
        action: 'session.prove_again',
        target: session.sessionId,
        correlationId,
        ip,
      };
      const by = body.by satisfies Proof['by'];
      const proved = await judge(call, account);
      if (isRefusal(proved)) {
        await audit.record(null, { ...line, outcome: 'refused', details: { by, why: proved.refused } });
        return proved;
      }
      const done = await database.write(recordLine(account.tenant_id), async (trx) => {
        await stillMay(trx, call, 'proveAgain', { own: true });
        if (proved.passkey !== null && !(await noteUse(trx, proved.passkey.passkeyId, proved.passkey.use, clock.now())))
          return refuse('forbidden', wrongPasskey);
        const token = await keepProof(trx, session, { at: proved.at, now: clock.now() });
        await audit.record(trx, { ...line, outcome: 'done', details: { by } });
        return { token };
      });
      if (isRefusal(done)) return done;
      giveToken(call, done.token);
      return { until: new Date(proved.at.getTime() + proofHoldsMs).toISOString() };
    },
    { bodyLimit: 32_768 },
  );
}

/** Judges a proof by its kind. */
function createJudge(
  platform: Platform,
  provider: IdentityProvider,
  rp: ReturnType<typeof relyingPartyOf>,
): (call: Call<'proveAgain'>, account: Account) => Promise<Proved | Refusal> {
  const { db, clock, config } = platform;
  const attempts = createAttempts(platform);

  /** By one of the account's own passkeys, which signed this session's challenge. */
  const byPasskey = async (session: Call<'proveAgain'>['session'], assertion: Assertion): Promise<Proved | Refusal> => {
    const buckets = reauthenticationBucket(session.user.id);
    const waitMs = await attempts.take(buckets);
    if (waitMs !== null) return refuse('rate_limited', undefined, waitMs);
    const challenge = await takeChallenge(db, 'reauthenticate', session.sessionId, clock.now());
    const held = await db
      .selectFrom('passkeys')
      .select(['passkey_id', 'credential_id', 'public_key'])
      .where('account_id', '=', session.user.id)
      .where('credential_id', '=', assertion.id)
      .executeTakeFirst();
    if (rp === null || challenge === null || held === undefined) return refuse('forbidden', wrongPasskey);
    const used = await verifyUse(rp, assertion, challenge, { credentialId: held.credential_id, publicKey: held.public_key });
    if (!used.ok) {
      platform.log.warn('passkey.refused', { why: used.why });
      return refuse('forbidden', wrongPasskey);
    }
    await attempts.succeeded(buckets);
    return { at: clock.now(), passkey: { passkeyId: held.passkey_id, use: used.value } };
  };

  /** By an ID token of a sign-in to this account made after this session requested it. */
  const byProvider = async (session: Call<'proveAgain'>['session'], { idToken, nonce }: SignInExchange): Promise<Proved | Refusal> => {
    const asked = await takeIssued(db, 'reauthenticate', session.sessionId, clock.now());
    const verified = await provider.redeem(idToken, nonce);
    if (!verified.ok) return verified.why === 'unavailable' ? refuse('unavailable', undefined, 5000) : refuse('forbidden', askedBefore);
    if (verified.account.accountId !== session.user.id) return refuse('forbidden', anotherAccount);
    // `provedAt` is rounded up to the end of its second.
    if (asked === null || verified.provedAt.getTime() < asked.getTime()) return refuse('forbidden', askedBefore);
    return { at: new Date(Math.min(verified.provedAt.getTime(), clock.now().getTime())), passkey: null };
  };

  return async (call: Call<'proveAgain'>, account: Account): Promise<Proved | Refusal> => {
    const { body, session } = call;
    switch (body.by) {
      case 'passkey':
        return byPasskey(session, body.assertion);
      case 'provider':
        return config.oidc === null ? refuse('forbidden', askedBefore) : byProvider(session, body.signIn);
      case 'code': {
        // Dated before the check, like a password.
        const at = clock.now();
        const { correlationId, ip } = call;
        const verdict = await proveByCode(platform, {
          accountId: account.account_id,
          typed: body.code,
          recovery: false,
          ip,
          correlationId,
        });
        if (verdict === 'wrong') return refuse('forbidden', wrongCode);
        return isRefusal(verdict) ? verdict : { at, passkey: null };
      }
      case 'password': {
        if (account.password === null || !config.passwords)
          return refuse('conflict', 'Your organisation’s identity provider manages your password');
        // Dated before the check: ending the account's sessions meanwhile also voids this proof.
        const at = clock.now();
        return (await proveAgain(platform, account, body.password, isForwarded(call.request.headers))) ?? { at, passkey: null };
      }
      default:
        return body satisfies never;
    }
  };
}
