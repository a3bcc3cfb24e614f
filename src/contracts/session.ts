import { loginRoleSchema } from './access.ts';
import { idSchema, isoTimeSchema } from './primitives.ts';
import { unchanged } from './texts.ts';
import { z } from './zod.ts';

/** The signed-in user (core document, section 3). An invalid e-mail, role or id makes loading fail (C-38). */
export const userSchema = z.object({
  id: idSchema,
  email: z.email(),
  role: loginRoleSchema,
  tenantId: idSchema,
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Set for a display (K-10), which is not a person: it may read only these resources, whatever its role. */
  display: z.optional(z.object({ reads: z.array(z.string()) })),
});
export type User = z.infer<typeof userSchema>;

/**
 * The user as the platform sends them. Our own member: `display`. A user without a tenant works in the default tenant named by the
 * configuration (C-1); rows, caches and calls then belong to that tenant.
 */
export const namedUserSchema = z.extend(userSchema, { tenantId: z.optional(idSchema) });
export type NamedUser = z.infer<typeof namedUserSchema>;

/** Answer of login, refresh and session exchange. `expiresAt` is the session's idle timeout (15 minutes, D-34). */
export const sessionResponseSchema = z.object({ user: namedUserSchema, expiresAt: isoTimeSchema });
export type SessionResponse = z.infer<typeof sessionResponseSchema>;

/**
 * Answer of GET /api/auth/me: the user, as in the document, plus the session's end. Absent: unknown; the user's next activity then
 * triggers a refresh, which returns it.
 */
export const meResponseSchema = z.extend(namedUserSchema, { expiresAt: z.optional(isoTimeSchema) });

export const loginRequestSchema = z.object({
  email: z.string().check(z.minLength(1), z.maxLength(320), unchanged()),
  password: z.string().check(z.minLength(1), z.maxLength(1024), unchanged()),
});

/** Maximum age, in seconds, of a provider sign-in when a session begins: equal to a session's maximum lifetime (D-34). */
export const maxSignInAgeS = 12 * 3600;

/**
 * Exchange of a verified ID token for the cookie session (D-20). `nonce` was made and stored by the browser for this sign-in: the token
 * carries its SHA-256, base64url (G-1).
 */
export const sessionRequestSchema = z.object({
  idToken: z.string().check(z.minLength(1), z.maxLength(16_384)),
  nonce: z.string().check(z.minLength(16), z.maxLength(256)),
  /** Secret of an invitation link: links the waiting account to the person who signs in (G-24). */
  invitation: z.optional(z.string().check(z.regex(/^[\w-]{43}$/))),
});
export type SignInExchange = z.infer<typeof sessionRequestSchema>;

/** Why a session ends; sent to the server and stored in the audit record. */
export const logoutRequestSchema = z.object({ reason: z.enum(['user', 'timeout', 'tenant_switch', 'revoked']) });

/** An organisation as its people see it; `currency` is an ISO 4217 code, `timeZone` an IANA name. */
export const tenantSchema = z.object({
  tenantId: idSchema,
  name: z.string(),
  /** The city as shown beside the name: 'Demo · Nairobi'. */
  place: z.string(),
  region: z.string(),
  currency: z.string(),
  timeZone: z.string(),
});
export type Tenant = z.infer<typeof tenantSchema>;
/** PUT /api/auth/tenant: moves this session to another tenant of the account; needs the permission to switch (C-69). */
export const switchTenantSchema = z.object({ tenantId: idSchema });
export const tenantsResponseSchema = z.object({ tenants: z.array(tenantSchema) });
