import { evidenceWorker } from '../../../bridge/evidence.ts';
import { hub } from '../../../bridge/hub.ts';
import { hubStatus } from '../../../bridge/pageState.ts';
import { heldKeys } from '../../../bridge/useHeldKeys.ts';
import { serverNow } from '../../../bridge/useServerNow.ts';
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

/** Opening waits for the platform's newest key set no longer than this, milliseconds: what is held is said with its age. */
const KEYS_WITHIN_MS = 4_000;

/** What opening a proof works with; the page's own in `pageOpenPorts`. */
export interface OpenPorts {
  readonly tenantId: string;
  readonly now: () => string;
  /** Asks the platform for its newest key set, where it is within reach; answers in bounded time. */
  readonly freshKeys: () => Promise<void>;
  readonly readKeys: () => Promise<HeldKeys>;
  readonly readChain: (from: number, to: number) => Promise<readonly ChainEntry[]>;
  /** The links of a verification that are held here. */
  readonly readLinksOf: (vrfId: string) => Promise<readonly ChainEntry[]>;
  readonly chainSeen: () => Promise<Result<ChainSeen>>;
  readonly open: (input: ProofOpening, at: string) => Promise<Result<OpenedProof>>;
  readonly compare: (
    standing: ChainStanding,
    known: ChainSeen & { readonly links: readonly ChainEntry[] },
  ) => Promise<Result<KnownFinding>>;
}

/** What came of opening a file as a proof. */
export type Opening =
  | { readonly state: 'checked'; readonly opened: OpenedHere; readonly pack: ProvenPack | null }
  | { readonly state: 'unusable'; readonly reasons: readonly string[] }
  | { readonly state: 'failed'; readonly problem: Problem };

/**
 * Opens a file that somebody has brought, checks it by the keys that this device has of the platform, and holds it against what this device has seen of the same chain. A proof of another
 * tenant is checked like any other, since a proof is made to be read elsewhere, and whose it is stands beside the verdict; of its chain nothing is known here.
 */
export async function openProofHere(file: Blob, files: readonly FileDigest[] | null, ports: OpenPorts): Promise<Opening> {
  const held = await ports.readKeys();
  const trusted = held.keys.length === 0 || held.fetchedAt === null ? null : ({ held, from: 'platform' } as const);
  const answer = await ports.open({ file, files, trusted }, ports.now());
  if (!answer.ok) return { state: 'failed', problem: answer.problem };
  if (answer.value.state === 'unusable') return answer.value;
  const { verdict, standing, pack } = answer.value;
  const known = await knownOf(standing, ports);
  return { state: 'checked', opened: { verdict, known, tenantId: ports.tenantId }, pack };
}

/** Null where nothing can be known here: another tenant's, or a proof that stands at no place of the chain. */
async function knownOf(standing: ChainStanding, ports: OpenPorts): Promise<KnownFinding | null> {
  if (standing.tenantId !== ports.tenantId) return null;
  const places = standing.seals.map(({ chainIndex }) => chainIndex).concat(standing.checkpoints.map(({ index }) => index));
  if (places.length === 0) return null;
  const seen = await ports.chainSeen();
  // Place by place where they lie far apart: whoever wrote the file chose them, and a whole chain is not read for it.
  const own = standing.decided === null ? [] : [ports.readLinksOf(standing.decided.vrfId)];
  const links = (await Promise.all([...stretches(places).map(([from, to]) => ports.readChain(from, to)), ...own])).flat();
  const { anchors, checkpoints } = seen.ok ? seen.value : { anchors: [], checkpoints: [] };
  const compared = await ports.compare(standing, { links, anchors, checkpoints });
  const found = compared.ok ? compared.value : { compared: 0, differing: [] };
  return seen.ok && compared.ok ? found : { ...found, unread: true };
}

/** What opening works with on this page. */
export const pageOpenPorts = (): OpenPorts => ({
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
