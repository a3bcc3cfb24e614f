import { countSchema, idSchema, isoTimeSchema } from './primitives.ts';
import { passwordSchema } from './identity.ts';
import { writtenLine } from './texts.ts';
import { z } from './zod.ts';

/**
 * Passkeys (WebAuthn) as a second way to sign in: the user's passkeys, and how to add one. Schemas that are documented with a W3C name
 * have the browser's shape.
 */

/** Maximum number of passkeys per account. */
export const passkeyLimit = 10;

/** The owner's name for a passkey: one line. */
export const passkeyNameSchema = writtenLine(1, 60);

/** Bytes as base64url without padding, as WebAuthn writes them. */
function bytesSchema(longest: number) {
  return z.string().check(z.minLength(1), z.maxLength(longest), z.regex(/^[\w-]+$/));
}
/** At most 1023 bytes before encoding (WebAuthn). */
export const credentialIdSchema = bytesSchema(1364);
/** The browser's collected client data (challenge, origin): JSON as bytes. */
export const clientDataSchema = bytesSchema(4096);
const credentialTypeSchema = z.literal('public-key');

/** One passkey as its owner sees it, without public key and credential id. */
export const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: isoTimeSchema,
  lastUsed: z.nullable(isoTimeSchema),
  /** True if a password manager syncs it to several devices; false: on one device only. */
  backedUp: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;

/** GET /api/profile/passkeys, newest first. */
export const passkeysResponseSchema = z.object({
  passkeys: z.array(passkeySchema),
  /** Maximum number per account. */
  limit: countSchema,
  /** False if people sign in at an external provider, or if the host is an IP address: passkeys are bound to a domain name. */
  available: z.boolean(),
  lastUpdated: isoTimeSchema,
});
export type PasskeysResponse = z.infer<typeof passkeysResponseSchema>;

/** Asking for a new passkey requires the password again. */
export const passkeyOptionsRequestSchema = z.strictObject({ currentPassword: passwordSchema });

/** PublicKeyCredentialCreationOptionsJSON, the members we use. */
export const passkeyOptionsSchema = z.object({
  challenge: bytesSchema(128),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: bytesSchema(128), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: credentialTypeSchema, alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(
    z.object({ type: credentialTypeSchema, id: credentialIdSchema, transports: z.optional(z.array(z.string())) }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>;

/** PublicKeyCredentialRequestOptionsJSON, the members we use: which of the user's passkeys may answer. */
export const passkeyRequestSchema = z.object({
  challenge: bytesSchema(128),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(z.object({ type: credentialTypeSchema, id: credentialIdSchema, transports: z.optional(z.array(z.string())) })),
});
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

/** AuthenticationResponseJSON, the members we read. A discoverable credential names its user in `userHandle`. */
export const assertionSchema = z.object({
  id: credentialIdSchema,
  rawId: credentialIdSchema,
  type: credentialTypeSchema,
  response: z.object({
    clientDataJSON: clientDataSchema,
    authenticatorData: z.string().check(z.maxLength(2048)),
    signature: z.string().check(z.maxLength(2048)),
    userHandle: z.optional(z.string().check(z.maxLength(128))),
  }),
});
export type Assertion = z.infer<typeof assertionSchema>;

/** RegistrationResponseJSON, the members we read; others are stripped. */
export const newCredentialSchema = z.object({
  id: credentialIdSchema,
  rawId: credentialIdSchema,
  type: credentialTypeSchema,
  response: z.object({
    clientDataJSON: clientDataSchema,
    attestationObject: bytesSchema(16_384),
    transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(8))),
  }),
});
export type NewCredential = z.infer<typeof newCredentialSchema>;

export const addPasskeySchema = z.strictObject({ name: passkeyNameSchema, credential: newCredentialSchema });
export const renamePasskeySchema = z.strictObject({ name: passkeyNameSchema });
export const removePasskeySchema = z.strictObject({ currentPassword: passwordSchema });
