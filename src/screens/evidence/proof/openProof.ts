import { evidenceWorker } from '../../../bridge/proof/evidence.ts';
import { hub } from '../../../bridge/hub/hub.ts';
import { hubStatus } from '../../../bridge/hub/pageState.ts';
import { heldKeys } from '../../../bridge/proof/useHeldKeys.ts';
import { serverNow } from '../../../bridge/hub/useServerNow.ts';
import type { ChainStanding, KnownFinding, OpenedProof, ProofOpening } from '../../../contracts/proofOpening.ts';
import type { ProvenPack } from '../../../contracts/proof.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import type { ChainSeen } from '../../../contracts/rpc.ts';
import type { FileDigest, HeldKeys } from '../../../contracts/verdict.ts';
import type { ChainEntry } from '../../../contracts/verification.ts';
import { stretches } from '../../../domain/history.ts';
import { readChain, readLinksOf } from '../../../store/readVerifications.ts';
import { tenantId } from '../queries.ts';
import type { OpenedHere } from './proofModel.ts';

/** Maximum wait for the platform's newest key set, milliseconds; after it the stored keys are used and their age is shown. */
const KEYS_WITHIN_MS = 4_000;

/** Dependencies of opening a proof; `pageOpenDeps` supplies the page's. */
export interface OpenDeps {
  readonly tenantId: string;
  readonly now: () => string;
  /** Fetches the newest key set if the platform can be reached; resolves within a bounded time. */
  readonly freshKeys: () => Promise<void>;
  readonly readKeys: () => Promise<HeldKeys>;
  readonly readChain: (from: number, to: number) => Promise<readonly ChainEntry[]>;
  /** The stored links of a verification. */
  readonly readLinksOf: (vrfId: string) => Promise<readonly ChainEntry[]>;
  readonly chainSeen: () => Promise<Result<ChainSeen>>;
  readonly open: (input: ProofOpening, at: string) => Promise<Result<OpenedProof>>;
  readonly compare: (
    standing: ChainStanding,
    known: ChainSeen & { readonly links: readonly ChainEntry[] },
  ) => Promise<Result<KnownFinding>>;
}

/** Result of opening a file as a proof. */
export type Opening =
  | { readonly state: 'checked'; readonly opened: OpenedHere; readonly pack: ProvenPack | null }
  | { readonly state: 'unusable'; readonly reasons: readonly string[] }
  | { readonly state: 'failed'; readonly problem: Problem };

/**
 * Opens a file from the user, checks it with the stored platform keys, and compares it with what this device has seen of the same chain.
 * Another tenant's proof is checked alike, because proofs are made to be read elsewhere; its tenant is shown beside the verdict, and its
 * chain is unknown here.
 */
export async function openProofHere(file: Blob, files: readonly FileDigest[] | null, deps: OpenDeps): Promise<Opening> {
  const held = await deps.readKeys();
  const trusted = held.keys.length === 0 || held.fetchedAt === null ? null : ({ held, from: 'platform' } as const);
  const answer = await deps.open({ file, files, trusted }, deps.now());
  if (!answer.ok) return { state: 'failed', problem: answer.problem };
  if (answer.value.state === 'unusable') return answer.value;
  const { verdict, standing, pack } = answer.value;
  const known = await knownOf(standing, deps);
  return { state: 'checked', opened: { verdict, known, tenantId: deps.tenantId }, pack };
}

/** Null if there is nothing to compare: another tenant's proof, or one with no place in the chain. */
async function knownOf(standing: ChainStanding, deps: OpenDeps): Promise<KnownFinding | null> {
  if (standing.tenantId !== deps.tenantId) return null;
  const places = standing.seals.map(({ chainIndex }) => chainIndex).concat(standing.checkpoints.map(({ index }) => index));
  if (places.length === 0) return null;
  const seen = await deps.chainSeen();
  // Distant places are read separately: the file's author chose them, so they must not make this read the whole chain.
  const own = standing.decided === null ? [] : [deps.readLinksOf(standing.decided.vrfId)];
  const links = (await Promise.all([...stretches(places).map(([from, to]) => deps.readChain(from, to)), ...own])).flat();
  const { anchors, checkpoints } = seen.ok ? seen.value : { anchors: [], checkpoints: [] };
  const compared = await deps.compare(standing, { links, anchors, checkpoints });
  const found = compared.ok ? compared.value : { compared: 0, differing: [] };
  return seen.ok && compared.ok ? found : { ...found, unread: true };
}

/** The page's dependencies for opening a proof. */
export const pageOpenDeps = (): OpenDeps => ({
  tenantId: tenantId(),
  now: () => new Date(serverNow()).toISOString(),
  freshKeys: async () => {
    if (hubStatus.get().connection.state !== 'connected') return;
    await Promise.race([hub.refresh(['jwks']), new Promise((resolve) => setTimeout(resolve, KEYS_WITHIN_MS))]);
  },
  readKeys: heldKeys,
  readChain,
  readLinksOf,
  chainSeen: hub.chainSeen,
  open: evidenceWorker.openProof,
  compare: evidenceWorker.compareChain,
});
