import { checkpointSchema } from './checkpoint.ts';
import { evidenceManifestSchema, jwkSchema, manifestFileSchema } from './evidence.ts';
import { portfolioSchema } from './portfolio.ts';
import { idSchema, isoTimeSchema, textSchema } from './primitives.ts';
import { rbfPaymentSchema } from './rbf.ts';
import { issbReportSchema, pcafReportSchema } from './report.ts';
import { chainEntrySchema, performanceKpisSchema, verificationSchema } from './verification.ts';
import { z } from './zod.ts';

/**
 * A proof in one file, `NAME.ukweli.json` (issue 15, point 10): a signed record with all that is needed to check it far from the platform. Nothing in it is trusted because it is
 * in it: what a signature or a seal stands for is the verdict's matter (`src/evidence/proof`). Members that are not named here are refused, but for those of the record, which
 * may be a newer platform's: a report's are hashed, and of any other the verdict says that nothing stands for them.
 */
export const PROOF_FORMAT = 'ukweli-proof/1';
export { PROOF_EXTENSION } from './proofFile.ts';

/** Most links of the chain in one proof: those from an entry to the first checkpoint after it. */
export const MAX_PROOF_LINKS = 1_000;
/** Most signed checkpoints that links lead to: a verification is decided a few times. */
export const MAX_PROOF_CHECKPOINTS = 16;
/** Most files of the pack: as many as a request for links may name. */
const MAX_PROOF_FILES = 10_000;
/** Most keys: a record is signed under a few of a platform's life. */
const MAX_PROOF_KEYS = 100;

export const proofKinds = ['payment', 'portfolio', 'report', 'verification'] as const;
export type ProofKind = (typeof proofKinds)[number];

/** What the proof is of, as the platform answers with it. */
export const provenSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('payment'), value: rbfPaymentSchema }),
  z.strictObject({ kind: z.literal('portfolio'), value: portfolioSchema }),
  z.strictObject({ kind: z.literal('report'), value: z.union([pcafReportSchema, issbReportSchema]) }),
  z.strictObject({ kind: z.literal('verification'), value: verificationSchema }),
]);
export type Proven = z.infer<typeof provenSchema>;

/** An entry that has more than is sealed would show what nobody sealed. */
const provenEntrySchema = z.strictObject({ ...chainEntrySchema.shape, performanceKpis: z.strictObject(performanceKpisSchema.shape) });
const provenCheckpointSchema = z.strictObject(checkpointSchema.shape);
/** Without the links to the files: they are for a few minutes, and whoever has one has the file. */
const { url: _, ...provenFile } = manifestFileSchema.shape;
const provenPackSchema = z.strictObject({
  ...evidenceManifestSchema.shape,
  files: z.array(z.strictObject(provenFile)).check(z.maxLength(MAX_PROOF_FILES)),
});

export const proofSchema = z.strictObject({
  format: z.literal(PROOF_FORMAT),
  tenantId: idSchema,
  /** When it was saved, and by whom: the word of whoever saved it, signed by nobody. */
  savedAt: isoTimeSchema,
  savedBy: z.strictObject({ id: idSchema, name: textSchema }),
  record: provenSchema,
  /** The verification that a payment is for; null of the other kinds (a verification is the record itself), or where it was not at hand. */
  verification: z.nullable(verificationSchema),
  /** The evidence pack of the verification; null without one. */
  pack: z.nullable(provenPackSchema),
  /**
   * Links of the verification chain, lowest place first: of each entry of the verification (of a report: of the link that it was made at) the links from it to the first signed
   * checkpoint at or after it. An entry without a checkpoint stands alone. Empty for a portfolio, which names no link.
   */
  chain: z.array(provenEntrySchema).check(z.maxLength(MAX_PROOF_LINKS)),
  checkpoints: z.strictObject({
    /** Those that the links lead to, lowest place first; none: not yet under a checkpoint. */
    first: z.array(provenCheckpointSchema).check(z.maxLength(MAX_PROOF_CHECKPOINTS)),
    /** The newest of the verification chain when the proof was saved: to be held against what others were shown. */
    newest: z.nullable(provenCheckpointSchema),
  }),
  /** The public keys that the signatures name, with their dates, as the platform published them; `fetchedAt` null where that is not known. */
  keys: z.strictObject({ fetchedAt: z.nullable(isoTimeSchema), keys: z.array(jwkSchema).check(z.maxLength(MAX_PROOF_KEYS)) }),
});
export type Proof = z.infer<typeof proofSchema>;
export type ProvenPack = z.infer<typeof provenPackSchema>;
/** Who saves a proof: the account that is signed in. */
export type ProofSaver = Proof['savedBy'];
