import type { Checkpoint } from '../../contracts/checkpoint.ts';
import type { EvidenceManifest } from '../../contracts/evidence.ts';
import {
  MAX_PROOF_CHECKPOINTS,
  MAX_PROOF_LINKS,
  PROOF_EXTENSION,
  PROOF_FORMAT,
  type Proof,
  type ProofSaver,
  type Proven,
} from '../../contracts/proof.ts';
import type { HeldKeys } from '../../contracts/verdict.ts';
import { type ChainEntry, chainEntrySchema, type Verification } from '../../contracts/verification.ts';
import { firstAtOrAfter, isOwn, kidsNamed, standsOn } from './links.ts';

/** What is at hand for a proof. More than is needed may be handed in: what the proof takes of it is decided here. */
export interface ProofParts {
  readonly tenantId: string;
  readonly record: Proven;
  /** The verification that a payment is for; null where it is not at hand, and of the other kinds. */
  readonly verification: Verification | null;
  /** The manifest of the verification's evidence pack; null without one, or where it is not at hand. */
  readonly manifest: EvidenceManifest | null;
  /** Entries of the verification chain, in any order. */
  readonly entries: readonly ChainEntry[];
  /** Checkpoints of the tenant's, of either chain, in any order. */
  readonly checkpoints: readonly Checkpoint[];
  /** The platform's key set as it was received. */
  readonly keys: HeldKeys;
  readonly savedBy: ProofSaver;
  /** The moment of saving, ISO 8601. */
  readonly savedAt: string;
}

export interface Assembled {
  readonly proof: Proof;
  /** Places of the chain that the proof lacks to be under a checkpoint that is at hand, lowest first: whoever can asks for them and assembles anew. */
  readonly missing: readonly number[];
  /** An entry of it is not yet under a signed checkpoint: where the platform is within reach it signs one, and the proof is assembled anew. */
  readonly uncovered: boolean;
}

/**
 * Puts a proof together from what is at hand (pure). It judges nothing: whoever opens the file does. Of the chain it takes each entry that the record stands on with the links to the
 * first checkpoint at or after it; an entry whose links are not all at hand stands alone, and the proof then says that it is not under a checkpoint yet. Where they are more
 * than a proof may hold, the newest entries go first: they say how the record stands.
 */
export function assembleProof(parts: ProofParts): Assembled {
  const { tenantId, record, savedBy, savedAt } = parts;
  const on = standsOn(record);
  const links = new Map(parts.entries.map((entry) => [entry.chainIndex, entry]));
  const own = [...links.values()].filter((entry) => isOwn(on, entry)).toSorted((a, b) => b.chainIndex - a.chainIndex);
  const taken = new Map<number, ChainEntry>();
  const first = new Map<number, Checkpoint>();
  const missing = new Set<number>();
  let uncovered = own.length === 0 && on.by !== 'nothing';
  for (const entry of own) {
    const until = checkpointFor(entry, parts.checkpoints);
    const places = until === null ? [] : placesBetween(entry.chainIndex, until.index).filter((place) => !taken.has(place));
    const absent = places.filter((place) => !links.has(place));
    for (const place of absent) missing.add(place);
    const whole = until !== null && absent.length === 0 && (first.has(until.index) || first.size < MAX_PROOF_CHECKPOINTS);
    const run = whole ? places : [entry.chainIndex].filter((place) => !taken.has(place));
    if (taken.size + run.length > MAX_PROOF_LINKS) break; // the newest say how it stands
    for (const place of run) taken.set(place, links.get(place) ?? entry);
    if (whole) first.set(until.index, until);
    else uncovered = true;
  }
  const chosen = {
    record,
    pack: parts.manifest === null ? null : packOf(parts.manifest),
    checkpoints: {
      first: [...first.values()].map(checkpointOf).toSorted((a, b) => a.index - b.index),
      newest: newestOf(parts.checkpoints),
    },
  };
  const kids = kidsNamed(chosen);
  const proof: Proof = {
    format: PROOF_FORMAT,
    tenantId,
    savedAt,
    savedBy: { id: savedBy.id, name: savedBy.name },
    ...chosen,
    verification: record.kind === 'payment' ? parts.verification : null,
    chain: [...taken.values()].map((entry) => chainEntrySchema.parse(entry)).toSorted((a, b) => a.chainIndex - b.chainIndex),
    keys: {
      fetchedAt: parts.keys.fetchedAt,
      keys: parts.keys.keys.filter((key): key is Proof['keys']['keys'][number] => isNamed(key, kids)),
    },
  };
  return { proof, missing: [...missing].sort((a, b) => a - b), uncovered };
}

/** Its file's name: the record's id and how a proof's name ends. */
export function proofFileName({ record }: Pick<Proof, 'record'>): string {
  return `${provenId(record)}${PROOF_EXTENSION}`;
}

/** The id of what is proven. */
export function provenId(record: Proven): string {
  switch (record.kind) {
    case 'payment':
      return record.value.payment_id;
    case 'portfolio':
      return record.value.portfolioId;
    case 'report':
      return record.value.reportId;
    case 'verification':
      return record.value.vrfId;
    default:
      return record satisfies never;
  }
}

/** A checkpoint stands at every thousandth link: where none does, the links to a later one would not fit, and the entry stands alone. */
function checkpointFor({ chainIndex }: ChainEntry, checkpoints: readonly Checkpoint[]): Checkpoint | null {
  const until = firstAtOrAfter(checkpoints, chainIndex);
  return until === null || until.index - chainIndex >= MAX_PROOF_LINKS ? null : until;
}

function placesBetween(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}

/** Without the links to the files, which are for a few minutes, and without what is not a manifest's. */
function packOf({
  packId,
  files,
  jwsSignature,
  signerKid,
  signatureTimestamp,
  wormStatus,
  manifestHash,
}: EvidenceManifest): NonNullable<Proof['pack']> {
  const listed = files.map(({ name, size, hash }) => ({ name, size, hash }));
  return { packId, files: listed, jwsSignature, signerKid, signatureTimestamp, wormStatus, manifestHash };
}

function checkpointOf({ tenantId, chain, index, seal, at, jws }: Checkpoint): Checkpoint {
  return { tenantId, chain, index, seal, at, jws };
}

/** The newest of the verification chain; of one place the one that was signed last. */
function newestOf(checkpoints: readonly Checkpoint[]): Checkpoint | null {
  const ours = checkpoints.filter(({ chain }) => chain === 'verifications');
  const newest = ours.toSorted((a, b) => b.index - a.index || b.at.localeCompare(a.at))[0];
  return newest === undefined ? null : checkpointOf(newest);
}

function isNamed(key: unknown, kids: ReadonlySet<string>): boolean {
  return typeof key === 'object' && key !== null && 'kid' in key && typeof key.kid === 'string' && kids.has(key.kid);
}
