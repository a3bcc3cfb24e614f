import { createHash } from 'node:crypto';
import { type JWTVerifyGetKey, errors, jwtVerify } from 'jose';
import type { LinkRefusal } from '../../../src/contracts/adminAccess.ts';
import type { ConfigResponse } from '../../../src/contracts/platformConfig.ts';
import { maxSignInAgeS } from '../../../src/contracts/session.ts';
import { z } from '../../../src/contracts/zod.ts';
import type { Platform } from '../../context.ts';
import { mustHaveSecond } from '../factors/secondFactor.ts';
import type { Linked, Vouched } from './accountLinking.ts';

/** Description of a provider for the console; part of GET /api/config. */
export type ProviderDescription = NonNullable<ConfigResponse['oidc']>;

/** Source of ID tokens: the embedded provider or an organisation's own. */
export interface ProviderSource {
  /** Null while the provider is unreachable. */
  describe(): Promise<ProviderDescription | null>;
  /** Keys that verify its tokens. */
  readonly keys: JWTVerifyGetKey;
  readonly issuer: string;
  readonly clientId: string;
  /**
   * The account of a vouched person. The embedded provider's subjects are our account ids; those of another provider are linked once by
   * our rules (accountLinking.ts).
   */
  accountOf(vouched: Omit<Vouched, 'issuer'>, invitation: string | null): Promise<Linked>;
  /** Ends the account's session at the provider, if the provider is ours. */
  forget(accountId: string): Promise<void>;
  /** Deletes a grant with its code and tokens, if the provider is ours. */
  endGrant(grantId: string): Promise<void>;
}

/** Turns what a provider says about a person into an account of ours. */
export interface IdentityProvider {
  describe(): Promise<ProviderDescription | null>;
  forget(accountId: string): Promise<void>;
  /** Verifies an ID token and uses it up; refused the second time (D-20). */
  redeem(idToken: string, nonce: string, invitation?: string): Promise<Redeemed>;
}
/** The account that an ID token stands for, or why it opens nothing. */
export type Redeemed =
  | {
      readonly ok: true;
      readonly account: { readonly accountId: string; readonly name: string; readonly tenantId: string };
      /** Authentication methods as the provider names them (RFC 8176), e.g. `pop user`; null if it does not. Only for the record. */
      readonly amr: string | null;
      /** Time of authentication at the provider, rounded up to the end of the second. */
      readonly provedAt: Date;
    }
  | {
      readonly ok: false;
      readonly why: 'not_valid' | 'replayed' | 'unknown_account' | 'not_active' | 'one_factor' | 'unavailable';
      /** The account with the address, or the linked account, and why the person was not linked or not admitted. */
      readonly refused?: { readonly accountId: string; readonly tenantId: string; readonly why: LinkRefusal | 'one_factor' };
    };

/**
 * Subject (OpenID Connect Core 1.0, section 2: a string of at most 255 characters). Anything else might be stored in a changed form,
 * equal to another person's subject or to an empty value shared by many.
 */
const subjectSchema = z.string().check(z.regex(/^[^\p{C}]{1,255}$/u));

/** Maximum age of an ID token, seconds; an older one is not from the current sign-in (G-1). */
const maxAgeS = 60;
const toleranceS = 30;

/**
 * Accepts RS256 tokens only, at most 60 s old with 30 s tolerance, whose nonce is the hash of what the browser kept (OpenID Connect Core
 * 1.0). Where a second factor is mandatory, a token that states only one is refused.
 */
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
        // jose accepts a token without kid if the set has one key (FINDINGS)
        if (protectedHeader.kid === undefined || payload['nonce'] !== nonceOf(nonce)) return { ok: false, why: 'not_valid' };
        if (Array.isArray(payload.aud) && payload['azp'] !== source.clientId) return { ok: false, why: 'not_valid' };
        const provedS = payload['auth_time'];
        if (typeof provedS !== 'number' || !isRecent(provedS, clock.now())) {
          // Log it: only an operator of the platform can correct the provider, and has no other way to find out.
          log.warn('id_token.refused', {
            why:
              typeof provedS === 'number'
                ? `It says that the sign-in was proved ${provedS} s after 1970 began (auth_time), which is not within what max_age asks for`
                : 'It does not say when the sign-in was proved (auth_time), though max_age asks for it',
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
        // `auth_time` has whole seconds: round up, so that an authentication in the same second as the end of all sessions counts.
        provedAt = new Date(provedS * 1000 + 999);
        grantId = typeof payload[grantClaim] === 'string' ? payload[grantClaim] : null;
      } catch (failure) {
        const ours = failure instanceof errors.JOSEError && !(failure instanceof errors.JWKSTimeout);
        return { ok: false, why: ours ? 'not_valid' : 'unavailable' };
      }
      const fresh = await db
        .insertInto('used_id_tokens')
        .values({
          // Hash only header and payload: the signature's last base64url character has unused bits, so one token can be spelled in several
          // ways.
          token_hash: createHash('sha256')
            .update(idToken.slice(0, idToken.lastIndexOf('.')))
            .digest('hex'),
          expires_at: new Date(clock.now().getTime() + (maxAgeS + 2 * toleranceS) * 1000),
        })
        .onConflict((conflict) => conflict.column('token_hash').doNothing())
        .executeTakeFirst();
      if (fresh.numInsertedOrUpdatedRows !== 1n) return { ok: false, why: 'replayed' };
      await db.deleteFrom('used_id_tokens').where('expires_at', '<', clock.now().toISOString()).execute();

      // Delete what the provider stored for this sign-in, so that ending a session later need not find it.
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

/** Claim in the embedded provider's ID tokens with the id of their grant. */
export const grantClaim = 'ukweli_grant';

/** The nonce claim for the secret that the browser kept (src/app/auth/oidc.ts). */
export const nonceOf = (kept: string): string => createHash('sha256').update(kept).digest('base64url');

/** True if the authentication (epoch seconds) is within the last twelve hours, the absolute lifetime of a session (D-34). */
function isRecent(provedS: number, now: Date): boolean {
  const ageS = now.getTime() / 1000 - provedS;
  return ageS >= -toleranceS && ageS <= maxSignInAgeS + toleranceS;
}

/** The `amr` claim as one line; filtered, since a provider may send anything. */
function methodsIn(claim: unknown): string | null {
  const names = Array.isArray(claim) ? claim.filter((name): name is string => typeof name === 'string' && /^[\w-]{1,32}$/.test(name)) : [];
  return names.length === 0 ? null : names.slice(0, 8).join(' ');
}

/** `acr` classes with more than one factor: OpenID's phishing-resistant ones, PAPE's and REFEDS'. */
const multiFactorClasses: readonly unknown[] = [
  'phr',
  'phrh',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
];
/** Methods of RFC 8176 by kind: knowledge, possession, biometrics. */
const kinds = [
  ['pwd', 'pin', 'kba'],
  ['otp', 'hwk', 'swk', 'pop', 'sc', 'sms', 'tel'],
  ['fpt', 'face', 'iris', 'retina', 'vbm'],
] as const;

/** True if the token names more than one factor: `mfa`, methods of two kinds, or a multi-factor class. False if it says nothing. */
function isMultiFactor(amr: string | null, acr: unknown): boolean {
  const named = amr?.split(' ') ?? [];
  return (
    named.includes('mfa') || multiFactorClasses.includes(acr) || kinds.filter((kind) => kind.some((one) => named.includes(one))).length > 1
  );
}
