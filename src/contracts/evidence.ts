import { countSchema, idSchema, isoTimeSchema, sha256Schema } from './primitives.ts';
import { verificationStatusSchema } from './verification.ts';
import { unchanged } from './texts.ts';
import { z } from './zod.ts';

/** Write-once-read-many state of a pack's storage. */
export const wormStatusSchema = z.enum(['locked', 'unlocked', 'error']);
export type WormStatus = z.infer<typeof wormStatusSchema>;

/** One file of a manifest; `size` is bytes. `url` is outside the hash: it changes (D-7). */
export const manifestFileSchema = z.object({ name: z.string(), size: countSchema, hash: z.string(), url: z.optional(z.string()) });
export type ManifestFile = z.infer<typeof manifestFileSchema>;

/** GET /api/evidence/{packId}/manifest (core document, section 3). Loose on purpose: whether hash, names and signature
 * hold is a verdict of `src/evidence`, not a matter of shape, so that an altered pack is shown as altered. */
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

/** A row of GET /api/evidence. `status` is that of the verification the pack is sealed in. */
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
export const evidenceListResponseSchema = z.object({
  packs: z.array(evidencePackSchema),
  totalCount: countSchema,
  lastUpdated: isoTimeSchema,
});
export type EvidenceListResponse = z.infer<typeof evidenceListResponseSchema>;

/** GET /api/jwks: RFC 7517 set. The documents' 'each with a kid' is not all that is asked: RFC 7517 has `kty` in every key, and D-7 the rest, without which no signature is
 * checked. Members beyond `kid` are judged by the key lint of `src/evidence`, one key at a time: ours are `notBefore` and `retiredAt`, ISO 8601, the moments between which
 * a signature of this key counts. Absent: not told, not retired. */
export const jwkSchema = z.looseObject({
  kid: z.string(),
  kty: z.string(),
  notBefore: z.optional(z.unknown()),
  retiredAt: z.optional(z.unknown()),
});
export const jwksResponseSchema = z.object({ keys: z.array(jwkSchema) });
export type JwksResponse = z.infer<typeof jwksResponseSchema>;

export const signedUrlsRequestSchema = z.object({
  files: z.array(z.string().check(z.maxLength(255), unchanged())).check(z.maxLength(10_000)),
});
/** Ours: `expiresAt`. Absent: how long the addresses are good is not known; they are used at once and never kept. */
export const signedUrlsResponseSchema = z.object({ urls: z.record(z.string(), z.string()), expiresAt: z.optional(isoTimeSchema) });
export type SignedUrlsResponse = z.infer<typeof signedUrlsResponseSchema>;
