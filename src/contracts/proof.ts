import { checkpointSchema } from './checkpoint.ts';
import { evidenceManifestSchema, jwkSchema, manifestFileSchema } from './evidence.ts';
import { portfolioSchema } from './portfolio.ts';
import { idSchema, isoTimeSchema, textSchema } from './primitives.ts';
import { rbfPaymentSchema } from './rbf.ts';
import { issbReportSchema, pcafReportSchema } from './report.ts';
import { chainEntrySchema, performanceKpisSchema, verificationSchema } from './verification.ts';
import { z } from './zod.ts';

/**
 * A proof in one file, `NAME.ukweli.json` (issue 15, point 10): a signed record with all that is needed to check it without the platform.
 * Nothing in it is trusted for being in it; `src/evidence/proof` decides what signatures and seals prove. Unknown members are refused,
 * except in the record, which may come from a newer platform: a report's are hashed, those of other kinds are reported as not covered.
 */
export const PROOF_FORMAT = 'ukweli-proof/1';
export { PROOF_EXTENSION } from './proofFile.ts';

/** Maximum number of chain links in one proof: those from an entry to the first checkpoint after it. */
export const MAX_PROOF_LINKS = 1_000;
/** Maximum number of checkpoints that links lead to: a verification is decided only a few times. */
export const MAX_PROOF_CHECKPOINTS = 16;
/** Maximum number of pack files; equals the limit of a signed URL request. */
const MAX_PROOF_FILES = 10_000;
/** Maximum number of keys: a record is signed with few of the platform's keys. */
const MAX_PROOF_KEYS = 100;

/** What a proof can be about. */
export const proofKinds = ['payment', 'portfolio', 'report', 'verification'] as const;
export type ProofKind = (typeof proofKinds)[number];

/** The proven record, in the shape of the platform's answer. */
export const provenSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('payment'), value: rbfPaymentSchema }),
  z.strictObject({ kind: z.literal('portfolio'), value: portfolioSchema }),
  z.strictObject({ kind: z.literal('report'), value: z.union([pcafReportSchema, issbReportSchema]) }),
  z.strictObject({ kind: z.literal('verification'), value: verificationSchema }),
]);
export type Proven = z.infer<typeof provenSchema>;

/** Strict: additional members of an entry would not be covered by its seal. */
const provenEntrySchema = z.strictObject({ ...chainEntrySchema.shape, performanceKpis: z.strictObject(performanceKpisSchema.shape) });
const provenCheckpointSchema = z.strictObject(checkpointSchema.shape);
/** Without `url`: download links expire in minutes and would give away the file. */
const { url: _, ...provenFile } = manifestFileSchema.shape;
const provenPackSchema = z.strictObject({
  ...evidenceManifestSchema.shape,
  files: z.array(z.strictObject(provenFile)).check(z.maxLength(MAX_PROOF_FILES)),
});

/** Contents of a proof file. Unknown members are refused, except in the record. */
export const proofSchema = z.strictObject({
  format: z.literal(PROOF_FORMAT),
  tenantId: idSchema,
  /** When and by whom it was saved: an unsigned statement of that person. */
  savedAt: isoTimeSchema,
  savedBy: z.strictObject({ id: idSchema, name: textSchema }),
  record: provenSchema,
  /** The verification that a payment is for; null for other kinds (a verification is the record itself), or if it was not available. */
  verification: z.nullable(verificationSchema),
  /** The evidence pack of the verification; null without one. */
  pack: z.nullable(provenPackSchema),
  /**
   * Links of the verification chain, lowest position first: for each entry of the verification (for a report: the link it was made at)
   * the links from it up to the first signed checkpoint at or after it. An entry without a checkpoint stands alone. Empty for a
   * portfolio, which names no link.
   */
  chain: z.array(provenEntrySchema).check(z.maxLength(MAX_PROOF_LINKS)),
  checkpoints: z.strictObject({
    /** The checkpoints that the links lead to, lowest position first; empty: not yet covered by a checkpoint. */
    first: z.array(provenCheckpointSchema).check(z.maxLength(MAX_PROOF_CHECKPOINTS)),
    /** Newest checkpoint of the verification chain when the proof was saved, for comparison with what others were shown. */
    newest: z.nullable(provenCheckpointSchema),
  }),
  /** Public keys named by the signatures, with their dates, as published by the platform; `fetchedAt` is null if unknown. */
  keys: z.strictObject({ fetchedAt: z.nullable(isoTimeSchema), keys: z.array(jwkSchema).check(z.maxLength(MAX_PROOF_KEYS)) }),
});
export type Proof = z.infer<typeof proofSchema>;
/** A pack's manifest without download links. */
export type ProvenPack = z.infer<typeof provenPackSchema>;
/** The signed-in account that saves a proof. */
export type ProofSaver = Proof['savedBy'];
