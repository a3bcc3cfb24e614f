import { countSchema, idSchema, isoTimeSchema } from './primitives.ts';
import { passwordSchema } from './identity.ts';
import { writtenLine } from './texts.ts';
import { z } from './zod.ts';

/** Passkeys (WebAuthn) as a second way in: what a person has of them, and how one is added. The shapes that begin at W3C's own names are the browser's. */

/** Passkeys that one account may have. */
export const passkeyLimit = 10;

/** What its owner calls a passkey: one line. */
export const passkeyNameSchema = writtenLine(1, 60);

/** Bytes as base64url without padding, as WebAuthn writes them. */
function bytesSchema(longest: number) {
  return z.string().check(z.minLength(1), z.maxLength(longest), z.regex(/^[\w-]+$/));
}
/** At most 1023 bytes, by the standard. */
export const credentialIdSchema = bytesSchema(1364);
/** What the browser says that it was asked, and by whom: JSON as bytes. */
export const clientDataSchema = bytesSchema(4096);
const credentialTypeSchema = z.literal('public-key');

/** One passkey as its owner sees it. Its key and credential id are nobody's business. */
export const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: isoTimeSchema,
  lastUsed: z.nullable(isoTimeSchema),
  /** Kept in its owner's account at a password manager, and so on several devices; false: on one device only. */
  backedUp: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;

/** GET /api/profile/passkeys, newest first. */
export const passkeysResponseSchema = z.object({
  passkeys: z.array(passkeySchema),
  /** How many one may have. */
  limit: countSchema,
  /** False where people sign in at a provider of somebody else's, or at an address that has no name: passkeys are bound to one. */
  available: z.boolean(),
  lastUpdated: isoTimeSchema,
});
export type PasskeysResponse = z.infer<typeof passkeysResponseSchema>;

/** Who asks for a new passkey proves the password again. */
export const passkeyOptionsRequestSchema = z.strictObject({ currentPassword: passwordSchema });

/** PublicKeyCredentialCreationOptionsJSON, as far as we use it. */
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

/** PublicKeyCredentialRequestOptionsJSON, as far as we use it: which passkeys of one's own may answer. */
export const passkeyRequestSchema = z.object({
  challenge: bytesSchema(128),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(z.object({ type: credentialTypeSchema, id: credentialIdSchema, transports: z.optional(z.array(z.string())) })),
});
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

/** AuthenticationResponseJSON, as far as it is looked at. A passkey that was found by itself says whose it is. */
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

/** RegistrationResponseJSON, as far as it is looked at: what is not named here is left out. */
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
