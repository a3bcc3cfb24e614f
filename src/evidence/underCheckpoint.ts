import type { Checkpoint } from '../contracts/checkpoint.ts';
import type { Proof } from '../contracts/proof.ts';
import type { SealedInPart } from '../contracts/verdict.ts';
import type { ChainEntry } from '../contracts/verification.ts';
import type { KeySet } from './keys.ts';
import { checkCheckpoints, checkLinks } from './proof/chainPart.ts';
import { isOwn, type StandsOn } from './proof/links.ts';

/** Entries with the checkpoints that should cover them, and the expected tenant. */
interface Handed {
  readonly entries: readonly ChainEntry[];
  readonly checkpoints: readonly Checkpoint[];
  readonly tenantId: string;
}

/** The result, and the last covered position: later decisions are unknown from the file. Null if the part did not pass. */
interface Held {
  readonly part: SealedInPart;
  readonly until: number | null;
}

/**
 * *Sealed in* for a chain from a file. The file's author can compute seals, so entries count only up to a checkpoint signed by the
 * platform: every entry of the verification must lead there, link by link. Otherwise the part is not checkable; a bad link or checkpoint
 * fails it.
 * @param part verdict from the entries alone
 * @param at time of the check, ISO 8601
 */
export async function heldUnderCheckpoint(part: SealedInPart, handed: Handed, keys: KeySet, at: string): Promise<Held> {
  if (part.state !== 'passed' || part.evidence.vrfId === null) return { part, until: null };
  const on: StandsOn = { by: 'verification', vrfId: part.evidence.vrfId };
  const led = { tenantId: handed.tenantId, ...stretchesOf(on, handed) };
  const found = [await checkLinks(led, on, at), await checkCheckpoints(led, on, keys, at)];
  const failed = found.find((each) => each?.state === 'failed');
  if (failed?.state === 'failed') return { part: { ...failed, evidence: part.evidence }, until: null };
  const open = found.find((each) => each?.state === 'notCheckable');
  return open === undefined ? { part, until: led.chain.at(-1)?.chainIndex ?? null } : { part: open, until: null };
}

/**
 * For each entry of the verification, the gap-free links in the file up to the first checkpoint at or after it; other entries are
 * dropped.
 */
function stretchesOf(on: StandsOn, { entries, checkpoints }: Handed): Pick<Proof, 'chain' | 'checkpoints'> {
  const places = new Map(entries.map((entry) => [entry.chainIndex, entry]));
  // Of two entries for one position take the verification's own: that one must lead to a checkpoint.
  for (const entry of entries) if (isOwn(on, entry)) places.set(entry.chainIndex, entry);
  const standing = new Map(checkpoints.flatMap((each) => (each.chain === 'verifications' ? [[each.index, each]] : [])));
  const chain: ChainEntry[] = [];
  const first: Checkpoint[] = [];
  let leads = false;
  let next = 0;
  for (const entry of [...places.values()].toSorted((a, b) => a.chainIndex - b.chainIndex)) {
    leads = isOwn(on, entry) || (leads && entry.chainIndex === next);
    next = entry.chainIndex + 1;
    if (!leads) continue;
    chain.push(entry);
    const checkpoint = standing.get(entry.chainIndex);
    if (checkpoint === undefined) continue;
    first.push(checkpoint);
    leads = false;
  }
  return { chain, checkpoints: { first, newest: first.at(-1) ?? checkpoints[0] ?? null } };
}
