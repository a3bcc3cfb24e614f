import type { FastifyInstance } from 'fastify';
import type { Selectable } from 'kysely';
import { proofHoldsMs, type Proof } from '../../src/contracts/reauthentication.ts';
import type { SignInExchange } from '../../src/contracts/session.ts';
import type { Assertion } from '../../src/contracts/passkey.ts';
import { recordLine } from '../audit/audit.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { isRefusal, type Refusal, refuse } from '../http/problem.ts';
import { type Call, route } from '../http/route.ts';
import { createAttempts } from './attempts.ts';
import { bucketOfReproof } from './buckets.ts';
import { wrongCode } from './factors/factorRoutes.ts';
import { proveByCode } from './factors/proveByCode.ts';
import { heldTotp } from './factors/totpSecrets.ts';
import { giveToken, keepProof } from './freshProof.ts';
import type { IdentityProvider } from './identityProvider.ts';
import { issueChallenge, takeChallenge, takeIssued } from './passkeys/challenges.ts';
import { noteUse } from './passkeys/passkeyUse.ts';
import { assertionOptions, relyingPartyOf, verifyUse } from './passkeys/relyingParty.ts';
import { isForwarded } from './publishedPassword.ts';
import { proveAgain } from './reproof.ts';
import { stillMay } from './stillMay.ts';

type Account = Selectable<Database['accounts']>;

/** What a passkey proved: to be noted in the transaction that counts it. */
interface PasskeyProof {
  readonly passkeyId: string;
  readonly use: Parameters<typeof noteUse>[2];
}
/** A proof that holds, dated. */
interface Proved {
  readonly at: Date;
  readonly passkey: PasskeyProof | null;
}

const wrongPasskey = 'The passkey’s answer does not fit what it was asked. Try again';
const anotherAccount = 'You signed in as somebody else than this session is of. Sign in as yourself, or sign out first';
const askedBefore = 'Your organisation’s sign-in did not ask you again. Start again, and sign in there anew';

/**
 * Proving again who one is (issue 17, point 25; ASVS 7.5): by password, code of an authenticator app or passkey here, by a sign-in that asks anew where an organisation's own provider signs people in. It is on record, dates the
 * session's proof and renews its token.
 */
export function registerReauthentication(
  app: FastifyInstance,
  platform: Platform,
  { provider }: { readonly provider: IdentityProvider },
): void {
  const { db, database, clock, config, audit } = platform;
  const rp = relyingPartyOf(config);
  const attempts = createAttempts(platform);
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
    // Whatever way is gone: a challenge is also when it was asked.
    const challenge = await issueChallenge(db, 'reauthenticate', session.sessionId, clock.now());
    return {
      password: config.passwords && account.password !== null,
      code: (await heldTotp(db, account.account_id)) !== null,
      passkey: rp === null || held.length === 0 ? null : assertionOptions(rp, challenge, held),
      provider: config.oidc !== null,
    };
  });

  /** By passkey: one of the account's own, that has signed what this session was asked. */
  const byPasskey = async (session: Call<'proveAgain'>['session'], assertion: Assertion): Promise<Proved | Refusal> => {
    const buckets = bucketOfReproof(session.user.id);
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

  /** By a provider's word of a sign-in of this account's that it asked for after this session did. */
  const byProvider = async (session: Call<'proveAgain'>['session'], { idToken, nonce }: SignInExchange): Promise<Proved | Refusal> => {
    const asked = await takeIssued(db, 'reauthenticate', session.sessionId, clock.now());
    const verified = await provider.redeem(idToken, nonce);
    if (!verified.ok) return verified.why === 'unavailable' ? refuse('unavailable', undefined, 5000) : refuse('forbidden', askedBefore);
    if (verified.account.accountId !== session.user.id) return refuse('forbidden', anotherAccount);
    // The provider's word is of whole seconds, and dated to their end.
    if (asked === null || verified.provedAt.getTime() < asked.getTime()) return refuse('forbidden', askedBefore);
    return { at: new Date(Math.min(verified.provedAt.getTime(), clock.now().getTime())), passkey: null };
  };

  const judge = async (call: Call<'proveAgain'>, account: Account): Promise<Proved | Refusal> => {
    const { body, session } = call;
    switch (body.by) {
      case 'passkey':
        return byPasskey(session, body.assertion);
      case 'provider':
        return config.oidc === null ? refuse('forbidden', askedBefore) : byProvider(session, body.signIn);
      case 'code': {
        // As of before it was looked at, like a password.
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
          return refuse('conflict', 'Your organisation’s identity provider keeps your password');
        // As of before it was looked at: what ended the account's sessions meanwhile ended this proof too.
        const at = clock.now();
        return (await proveAgain(platform, account, body.password, isForwarded(call.request.headers))) ?? { at, passkey: null };
      }
      default:
        return body satisfies never;
    }
  };

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
