import { countSchema, idSchema, isoTimeSchema, sha256Schema } from './primitives.ts';
import { verificationStatusSchema } from './verification.ts';
import { unchanged } from './texts.ts';
import { z } from './zod.ts';

/** Write-once-read-many state of a pack's storage. */
export const wormStatusSchema = z.enum(['locked', 'unlocked', 'error']);
export type WormStatus = z.infer<typeof wormStatusSchema>;

/** One file of a manifest; `size` in bytes. `url` is not part of the hash because it changes (D-7). */
export const manifestFileSchema = z.object({ name: z.string(), size: countSchema, hash: z.string(), url: z.optional(z.string()) });
export type ManifestFile = z.infer<typeof manifestFileSchema>;

/**
 * GET /api/evidence/{packId}/manifest (core document, section 3). Deliberately loose: `src/evidence` judges hashes, names and signature,
 * so that an altered pack is shown as altered instead of rejected.
 */
export const evidenceManifestSchema = z.object({
  packId: idSchema,
  files: z.array(manifestFileSchema),
  jwsSignature: z.string(),
  signerKid: z.string(),
  signatureTimestamp: isoTimeSchema,
  wormStatus: wormStatusSchema,
  manifestHash: z.string(),
});
export type EvidenceManifest = z.infer<typeof evidenceManifestSchema>;

/** A row of GET /api/evidence. `status` is that of the verification which seals the pack. */
export const evidencePackSchema = z.object({
  packId: idSchema,
  siteCode: idSchema,
  siteName: z.string(),
  timestamp: isoTimeSchema,
  status: verificationStatusSchema,
  wormStatus: wormStatusSchema,
  fileCount: countSchema,
  totalBytes: countSchema,
  signerKid: z.string(),
  manifestHash: sha256Schema,
  vrfId: z.nullable(idSchema),
  version: countSchema,
});
export type EvidencePack = z.infer<typeof evidencePackSchema>;
/** The list of packs, without their files. */
export const evidenceListResponseSchema = z.object({
  packs: z.array(evidencePackSchema),
  totalCount: countSchema,
  lastUpdated: isoTimeSchema,
});

/**
 * GET /api/jwks: RFC 7517 set. The documents require only `kid`; RFC 7517 also requires `kty`, and D-7 the other members, without which
 * no signature can be checked. The key lint of `src/evidence` judges those, one key at a time. Our own members are `notBefore` and
 * `retiredAt`, ISO 8601: only signatures between these times count. Absent: unknown start, not retired.
 */
export const jwkSchema = z.looseObject({
  kid: z.string(),
  kty: z.string(),
  notBefore: z.optional(z.unknown()),
  retiredAt: z.optional(z.unknown()),
});
/** The platform's key set (RFC 7517), retired keys included. */
export const jwksResponseSchema = z.object({ keys: z.array(jwkSchema) });
export type JwksResponse = z.infer<typeof jwksResponseSchema>;

export const signedUrlsRequestSchema = z.object({
  files: z.array(z.string().check(z.maxLength(255), unchanged())).check(z.maxLength(10_000)),
});
/** Our own member: `expiresAt`. Absent: lifetime of the URLs unknown; they are used at once and never stored. */
export const signedUrlsResponseSchema = z.object({ urls: z.record(z.string(), z.string()), expiresAt: z.optional(isoTimeSchema) });
export type SignedUrlsResponse = z.infer<typeof signedUrlsResponseSchema>;
