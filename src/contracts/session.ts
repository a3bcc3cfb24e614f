import { loginRoleSchema } from './access.ts';
import { idSchema, isoTimeSchema } from './primitives.ts';
import { unchanged } from './texts.ts';
import { z } from './zod.ts';

/** The signed-in user (core document, section 3). Bad e-mail, role or ids make the load fail (C-38). */
export const userSchema = z.object({
  id: idSchema,
  email: z.email(),
  role: loginRoleSchema,
  tenantId: idSchema,
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Set for a wall display (K-10), which is nobody: all it may have is these reads (resource keys), whatever the role says. */
  display: z.optional(z.object({ reads: z.array(z.string()) })),
});
export type User = z.infer<typeof userSchema>;

/** The user as the platform names them. Ours: `display`. A user who has no tenant works in the default one, which the configuration names (C-1); rows, caches and
 * calls are that tenant's from then on. */
export const namedUserSchema = z.extend(userSchema, { tenantId: z.optional(idSchema) });
export type NamedUser = z.infer<typeof namedUserSchema>;

/** Answer of login, refresh and session exchange. `expiresAt` is the idle end of the session (15 minutes, D-34). */
export const sessionResponseSchema = z.object({ user: namedUserSchema, expiresAt: isoTimeSchema });
export type SessionResponse = z.infer<typeof sessionResponseSchema>;

/** Answer of GET /api/auth/me: the user, as the document has it, with the session's end beside it. Absent: the end is not known, and a refresh, which names it, is due
 * with the next act of the person's. */
export const meResponseSchema = z.extend(namedUserSchema, { expiresAt: z.optional(isoTimeSchema) });
export type MeResponse = z.infer<typeof meResponseSchema>;

export const loginRequestSchema = z.object({
  email: z.string().check(z.minLength(1), z.maxLength(320), unchanged()),
  password: z.string().check(z.minLength(1), z.maxLength(1024), unchanged()),
});

/** So long before a session begins somebody may have proved himself at a provider at most: as long as a session lasts (D-34). Seconds. */
export const maxSignInAgeS = 12 * 3600;

/** Exchange of a verified ID token for the cookie session (D-20). `nonce` is what the browser made for this sign-in and kept: the token carries its SHA-256, base64url (G-1). */
export const sessionRequestSchema = z.object({
  idToken: z.string().check(z.minLength(1), z.maxLength(16_384)),
  nonce: z.string().check(z.minLength(16), z.maxLength(256)),
  /** The secret of an invitation's link, by which an account that waits is linked to whoever signs in (G-24). */
  invitation: z.optional(z.string().check(z.regex(/^[\w-]{43}$/))),
});
export type SignInExchange = z.infer<typeof sessionRequestSchema>;

/** Why a session ends; told to the server and kept in the audit record. */
export const logoutRequestSchema = z.object({ reason: z.enum(['user', 'timeout', 'tenant_switch', 'revoked']) });

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
/** PUT /api/auth/tenant: where this session works from now on. Only tenants of the account's own, and only for who may switch (C-69). */
export const switchTenantSchema = z.object({ tenantId: idSchema });
export const tenantsResponseSchema = z.object({ tenants: z.array(tenantSchema) });
