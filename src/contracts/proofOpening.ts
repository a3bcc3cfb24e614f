import type { Checkpoint } from './checkpoint.ts';
import type { FileBytes } from './evidenceRpc.ts';
import type { ProvenPack } from './proof.ts';
import type { ProofCheck, ProofVerdict } from './proofVerdict.ts';
import type { FileDigest } from './verdict.ts';
import type { ChainEntry, VerificationStatus } from './verification.ts';

/** Messages to and from the worker that opens a proof. Types only. */

/** A position of the chain with the seal computed from its link. */
export interface PlaceSeal {
  readonly chainIndex: number;
  readonly seal: string;
}

/** The parts of a proof that are compared with this device's data: positions with the seals computed here, and signed checkpoints. */
export interface ChainStanding {
  readonly tenantId: string;
  readonly seals: readonly PlaceSeal[];
  readonly checkpoints: readonly Checkpoint[];
  /** The file's newest entry of the verification that the record is based on; null if there is no such verification or no entry of it. */
  readonly decided: ChainEntry | null;
}

/** This device's own knowledge of the same chain. */
export interface KnownChain {
  readonly links: readonly ChainEntry[];
  readonly anchors: readonly PlaceSeal[];
  readonly checkpoints: readonly Checkpoint[];
}

/** A position for which file and device have different seals: two histories. */
export interface OtherSeal {
  readonly chainIndex: number;
  readonly inFile: string;
  readonly here: string;
}
/** What comparing a proof's chain with this device's own showed. */
export interface KnownFinding {
  /** Number of positions for which both have a seal. */
  readonly compared: number;
  /** Lowest position first, at most twenty. */
  readonly differing: readonly OtherSeal[];
  /**
   * The newest entry of the same verification on this device, if it is later than those in the file and has another status. Null or
   * absent: none.
   */
  readonly since?: LaterDecision | null;
  /** True if this device's chain data could not be read completely: the absence of differences then proves nothing. */
  readonly unread?: boolean;
}

/** A verification whose status changed after the file was saved. */
export interface LaterDecision {
  readonly vrfId: string;
  readonly chainIndex: number;
  readonly status: VerificationStatus;
}

/** A file that may be a proof, and the data to check it with. */
export interface ProofOpening {
  readonly file: FileBytes;
  /** Digests of evidence files given with it; null: none. */
  readonly files: readonly FileDigest[] | null;
  readonly trusted: NonNullable<ProofCheck['trusted']> | null;
}

/** `pack`: the proof's list of evidence files. `unusable`: the file is not a checkable proof; each reason names its path. */
export type OpenedProof =
  | { readonly state: 'unusable'; readonly reasons: readonly string[] }
  | { readonly state: 'checked'; readonly verdict: ProofVerdict; readonly standing: ChainStanding; readonly pack: ProvenPack | null };
