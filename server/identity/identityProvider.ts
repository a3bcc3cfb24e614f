import { createHash } from 'node:crypto';
import { type JWTVerifyGetKey, errors, jwtVerify } from 'jose';
import type { LinkRefusal } from '../../src/contracts/adminAccess.ts';
import type { ConfigResponse } from '../../src/contracts/platformConfig.ts';
import { maxSignInAgeS } from '../../src/contracts/session.ts';
import { z } from '../../src/contracts/zod.ts';
import type { Platform } from '../context.ts';
import { mustHaveSecond } from './factors/secondFactor.ts';
import type { Linked, Vouched } from './accountLinking.ts';

/** A provider as the console needs to know it; part of GET /api/config. */
export type ProviderDescription = NonNullable<ConfigResponse['oidc']>;

/** Where ID tokens come from: the embedded provider or a foreign one. */
export interface ProviderSource {
  /** Null while it cannot be reached. */
  describe(): Promise<ProviderDescription | null>;
  /** Keys its tokens are signed with. */
  readonly keys: JWTVerifyGetKey;
  readonly issuer: string;
  readonly clientId: string;
  /** The account of whom the provider vouches for: the embedded provider's subjects are our ids; a foreign one's are linked once, by rules of ours (accountLinking.ts). */
  accountOf(vouched: Omit<Vouched, 'issuer'>, invitation: string | null): Promise<Linked>;
  /** Ends the provider's own session of an account, where it is ours to end. */
  forget(accountId: string): Promise<void>;
  /** Ends what a sign-in was given under there, where it is ours to end. */
  endGrant(grantId: string): Promise<void>;
}

export interface IdentityProvider {
  describe(): Promise<ProviderDescription | null>;
  forget(accountId: string): Promise<void>;
  /** Verifies an ID token and uses it up: the second time it is refused (D-20). */
  redeem(idToken: string, nonce: string, invitation?: string): Promise<Redeemed>;
}
export type Redeemed =
  | {
      readonly ok: true;
      readonly account: { readonly accountId: string; readonly name: string; readonly tenantId: string };
      /** How the provider says that they signed in (RFC 8176), `pop user`; null where it does not. For the record alone. */
      readonly amr: string | null;
      /** When its owner proved himself there; to the end of the second. */
      readonly provedAt: Date;
    }
  | {
      readonly ok: false;
      readonly why: 'not_valid' | 'replayed' | 'unknown_account' | 'not_active' | 'one_factor' | 'unavailable';
      /** Whose account the provider's address is, and why they are not linked to whoever came, or not let in. */
      readonly refused?: { readonly accountId: string; readonly tenantId: string; readonly why: LinkRefusal | 'one_factor' };
    };

/** Who somebody is (OpenID Connect Core 1.0, section 2: a string of 255 characters at most): of anything else a database makes a string that is another's, or the one of all who are nobody. */
const subjectSchema = z.string().check(z.regex(/^[^\p{C}]{1,255}$/u));

/** An ID token older than this was not made for the sign-in at hand (G-1). */
const maxAgeS = 60;
const toleranceS = 30;

export function createIdentityProvider(platform: Platform, source: ProviderSource): IdentityProvider {
  const { db, clock, log } = platform;
  return {
    describe: () => source.describe(),
    forget: (accountId) => source.forget(accountId),
    async redeem(idToken, nonce, invitation) {
      let vouched: Omit<Vouched, 'issuer'>;
      let amr: string | null;
      let isTwofold: boolean;
      let provedAt: Date;
      let grantId: string | null;
      try {
        const { payload, protectedHeader } = await jwtVerify(idToken, source.keys, {
          algorithms: ['RS256'],
          issuer: source.issuer,
          audience: source.clientId,
          requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
          maxTokenAge: maxAgeS,
          clockTolerance: toleranceS,
          currentDate: clock.now(),
        });
        // jose lets a token without kid pass where the set has one key (FINDINGS)
        if (protectedHeader.kid === undefined || payload['nonce'] !== nonceOf(nonce)) return { ok: false, why: 'not_valid' };
        if (Array.isArray(payload.aud) && payload['azp'] !== source.clientId) return { ok: false, why: 'not_valid' };
        const provedS = payload['auth_time'];
        if (typeof provedS !== 'number' || !isRecent(provedS, clock.now())) {
          // Whoever runs the platform can set the provider right; nobody else would find out.
          log.warn('id_token.refused', {
            why:
              typeof provedS === 'number'
                ? `It says that its owner proved himself ${provedS} s after 1970 began (auth_time), which is not within what max_age asks for`
                : 'It does not say when its owner proved himself (auth_time), though max_age asks for it',
          });
          return { ok: false, why: 'not_valid' };
        }
        const { email, email_verified: emailVerified } = payload;
        const subject = z.safeParse(subjectSchema, payload.sub);
        if (!subject.success) return { ok: false, why: 'not_valid' };
        vouched = {
          subject: subject.data,
          email: typeof email === 'string' && email.length <= 320 ? email : null,
          emailVerified: emailVerified === true,
        };
        amr = methodsIn(payload['amr']);
        isTwofold = isMultiFactor(amr, payload['acr']);
        // A token knows whole seconds: of the one in which all sessions were ended, what was proved counts.
        provedAt = new Date(provedS * 1000 + 999);
        grantId = typeof payload[grantClaim] === 'string' ? payload[grantClaim] : null;
      } catch (failure) {
        const ours = failure instanceof errors.JOSEError && !(failure instanceof errors.JWKSTimeout);
        return { ok: false, why: ours ? 'not_valid' : 'unavailable' };
      }
      const fresh = await db
        .insertInto('used_id_tokens')
        .values({
          // Over header and payload alone: the signature's last character has idle bits, by which one token has many spellings.
          token_hash: createHash('sha256')
            .update(idToken.slice(0, idToken.lastIndexOf('.')))
            .digest('hex'),
          expires_at: new Date(clock.now().getTime() + (maxAgeS + 2 * toleranceS) * 1000),
        })
        .onConflict((conflict) => conflict.column('token_hash').doNothing())
        .executeTakeFirst();
      if (fresh.numInsertedOrUpdatedRows !== 1n) return { ok: false, why: 'replayed' };
      await db.deleteFrom('used_id_tokens').where('expires_at', '<', clock.now().toISOString()).execute();

      // Nothing at the provider outlives the sign-in that it was for: no end of a session has to find it.
      if (grantId !== null) await source.endGrant(grantId);
      const linked = await source.accountOf(vouched, invitation ?? null);
      const { accountId } = linked;
      const account =
        accountId === null
          ? undefined
          : await db
              .selectFrom('accounts')
              .select(['account_id', 'name', 'tenant_id', 'status'])
              .where('account_id', '=', accountId)
              .executeTakeFirst();
      if (account === undefined)
        return {
          ok: false,
          why: linked.accountId === null && linked.refused?.why === 'not_active' ? 'not_active' : 'unknown_account',
          ...(linked.accountId === null && linked.refused !== null && { refused: linked.refused }),
        };
      if (account.status !== 'active') return { ok: false, why: 'not_active' };
      if (!isTwofold && (await mustHaveSecond(db, account.account_id)))
        return { ok: false, why: 'one_factor', refused: { accountId: account.account_id, tenantId: account.tenant_id, why: 'one_factor' } };
      return { ok: true, account: { accountId: account.account_id, name: account.name, tenantId: account.tenant_id }, amr, provedAt };
    },
  };
}

/** The claim of the embedded provider's ID tokens that names what they were given under. */
export const grantClaim = 'ukweli_grant';

/** The nonce that a token carries for what the browser kept (src/app/auth/oidc.ts). */
export const nonceOf = (kept: string): string => createHash('sha256').update(kept).digest('base64url');

/** Whether somebody proved himself in the last twelve hours, in seconds of the epoch; the hour of a session's hard end (D-34). */
function isRecent(provedS: number, now: Date): boolean {
  const ageS = now.getTime() / 1000 - provedS;
  return ageS >= -toleranceS && ageS <= maxSignInAgeS + toleranceS;
}

/** The `amr` claim as one line; a provider may send anything. */
function methodsIn(claim: unknown): string | null {
  const names = Array.isArray(claim) ? claim.filter((name): name is string => typeof name === 'string' && /^[\w-]{1,32}$/.test(name)) : [];
  return names.length === 0 ? null : names.slice(0, 8).join(' ');
}

/** Classes of authentication that are more than one factor: OpenID's phishing-resistant ones, PAPE's, and REFEDS'. */
const multiFactorClasses: readonly unknown[] = [
  'phr',
  'phrh',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
];
/** Of the methods of RFC 8176, those by what somebody knows, has and is. */
const kinds = [
  ['pwd', 'pin', 'kba'],
  ['otp', 'hwk', 'swk', 'pop', 'sc', 'sms', 'tel'],
  ['fpt', 'face', 'iris', 'retina', 'vbm'],
] as const;

/** Whether a token says that its owner proved himself by more than one factor: says `mfa`, names methods of two kinds, or a class that asks for that. A token that says nothing says no. */
function isMultiFactor(amr: string | null, acr: unknown): boolean {
  const named = amr?.split(' ') ?? [];
  return (
    named.includes('mfa') || multiFactorClasses.includes(acr) || kinds.filter((kind) => kind.some((one) => named.includes(one))).length > 1
  );
}
