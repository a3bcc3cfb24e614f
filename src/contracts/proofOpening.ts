import type { Checkpoint } from './checkpoint.ts';
import type { FileBytes } from './evidenceRpc.ts';
import type { ProvenPack } from './proof.ts';
import type { ProofCheck, ProofVerdict } from './proofVerdict.ts';
import type { FileDigest } from './verdict.ts';
import type { ChainEntry, VerificationStatus } from './verification.ts';

/** What crosses to the worker that opens a proof, and back. Types only. */

/** A place of the chain with the seal that was computed of its link. */
export interface PlaceSeal {
  readonly chainIndex: number;
  readonly seal: string;
}

/** What of a proof is held against what a device knows: places with the seals computed here, and what was signed of places. */
export interface ChainStanding {
  readonly tenantId: string;
  readonly seals: readonly PlaceSeal[];
  readonly checkpoints: readonly Checkpoint[];
  /** The newest entry in the file of the verification that the record stands on; null where it stands on none, or none of it is there. */
  readonly decided: ChainEntry | null;
}

/** What a device knows of the same chain besides the file. */
export interface KnownChain {
  readonly links: readonly ChainEntry[];
  readonly anchors: readonly PlaceSeal[];
  readonly checkpoints: readonly Checkpoint[];
}

/** One place of which the file and the device have different seals: two histories. */
export interface OtherSeal {
  readonly chainIndex: number;
  readonly inFile: string;
  readonly here: string;
}
export interface KnownFinding {
  /** Places that both have a seal of. */
  readonly compared: number;
  /** Lowest first, twenty at most. */
  readonly differing: readonly OtherSeal[];
  /** The newest entry of the same verification that is held here, lies after those in the file and says something else than they do. Null or absent: none does. */
  readonly since?: LaterDecision | null;
  /** What this device knows of the chain could not be read whole: that nothing differs is then not known. */
  readonly unread?: boolean;
}

/** A verification that was decided otherwise after what a file tells of it. */
export interface LaterDecision {
  readonly vrfId: string;
  readonly chainIndex: number;
  readonly status: VerificationStatus;
}

/** A file that may be a proof, and what it is checked with. */
export interface ProofOpening {
  readonly file: FileBytes;
  /** Digests of evidence files that lie beside it; null: none do. */
  readonly files: readonly FileDigest[] | null;
  readonly trusted: NonNullable<ProofCheck['trusted']> | null;
}

/** `pack`: the list that evidence files are held against, as it stands in the file. `unusable`: the file is no proof that could be checked, each reason by its path. */
export type OpenedProof =
  | { readonly state: 'unusable'; readonly reasons: readonly string[] }
  | { readonly state: 'checked'; readonly verdict: ProofVerdict; readonly standing: ChainStanding; readonly pack: ProvenPack | null };
