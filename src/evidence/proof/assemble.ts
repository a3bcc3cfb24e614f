import type { Checkpoint } from '../../contracts/checkpoint.ts';
import type { EvidenceManifest } from '../../contracts/evidence.ts';
import { MAX_PROOF_CHECKPOINTS, MAX_PROOF_LINKS, PROOF_FORMAT, type Proof, type ProofSaver, type Proven } from '../../contracts/proof.ts';
import type { HeldKeys } from '../../contracts/verdict.ts';
import { type ChainEntry, chainEntrySchema, type Verification } from '../../contracts/verification.ts';
import { firstAtOrAfter, isOwn, kidsNamed, standsOn } from './links.ts';

/** Data available for a proof. May contain more than needed; `assembleProof` selects. */
export interface ProofParts {
  readonly tenantId: string;
  readonly record: Proven;
  /** The verification that a payment is for; null if not available, and for other kinds. */
  readonly verification: Verification | null;
  /** Manifest of the verification's evidence pack; null if there is none or it is not available. */
  readonly manifest: EvidenceManifest | null;
  /** Entries of the verification chain, in any order. */
  readonly entries: readonly ChainEntry[];
  /** The tenant's checkpoints, of either chain, in any order. */
  readonly checkpoints: readonly Checkpoint[];
  /** The platform's key set as received. */
  readonly keys: HeldKeys;
  readonly savedBy: ProofSaver;
  /** Time of saving, ISO 8601. */
  readonly savedAt: string;
}

/** A proof, and what would complete it. */
export interface Assembled {
  readonly proof: Proof;
  /**
   * Chain positions missing between the entries and an available checkpoint, lowest first: the caller may fetch them and assemble again.
   */
  readonly missing: readonly number[];
  /**
   * True if an entry is not covered by a signed checkpoint yet: if the platform is reachable it signs one, and the proof is assembled
   * again.
   */
  readonly uncovered: boolean;
}

/**
 * Assembles a proof from available data (pure, judges nothing). Takes each chain entry that the record is based on, with the links to the
 * first checkpoint at or after it. An entry without all of those links stands alone, and the proof then states that it is not yet under a
 * checkpoint. If the links exceed the maximum, the newest entries have priority, because they hold the record's present status.
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
    if (taken.size + run.length > MAX_PROOF_LINKS) break; // the newest entries hold the present status
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

/** Id of the proven record. */
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

/**
 * A checkpoint is due at every thousandth link; if it is missing, the links to a later one exceed the maximum, and the entry stands
 * alone.
 */
function checkpointFor({ chainIndex }: ChainEntry, checkpoints: readonly Checkpoint[]): Checkpoint | null {
  const until = firstAtOrAfter(checkpoints, chainIndex);
  return until === null || until.index - chainIndex >= MAX_PROOF_LINKS ? null : until;
}

function placesBetween(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}

/** Without download links, which expire in minutes, and without members that a manifest does not have. */
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

/** The newest checkpoint of the verification chain; for one position the one signed last. */
function newestOf(checkpoints: readonly Checkpoint[]): Checkpoint | null {
  const ours = checkpoints.filter(({ chain }) => chain === 'verifications');
  const newest = ours.toSorted((a, b) => b.index - a.index || b.at.localeCompare(a.at))[0];
  return newest === undefined ? null : checkpointOf(newest);
}

function isNamed(key: unknown, kids: ReadonlySet<string>): boolean {
  return typeof key === 'object' && key !== null && 'kid' in key && typeof key.kid === 'string' && kids.has(key.kid);
}
