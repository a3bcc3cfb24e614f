import type { Checkpoint } from '../contracts/checkpoint.ts';
import type { Proof } from '../contracts/proof.ts';
import type { SealedInPart } from '../contracts/verdict.ts';
import type { ChainEntry } from '../contracts/verification.ts';
import type { KeySet } from './keys.ts';
import { checkCheckpoints, checkLinks } from './proof/chainPart.ts';
import { isOwn, type StandsOn } from './proof/links.ts';

/** Entries that were handed in with the checkpoints that shall stand over them, and whose they must be. */
interface Handed {
  readonly entries: readonly ChainEntry[];
  readonly checkpoints: readonly Checkpoint[];
  readonly tenantId: string;
}

/** What came of it, and the last place that is led to: what was decided after it nobody can tell by the file. Null where the part has not passed. */
interface Held {
  readonly part: SealedInPart;
  readonly until: number | null;
}

/**
 * *Sealed in* where the chain came as a file. Whoever writes the file can seal as well as we can, so entries are the platform's word only up to a checkpoint that it has signed: every entry of
 * the verification must lead there, link by link. One that does not leaves the part not checkable; a link or a checkpoint that is not what it says fails it.
 * @param part what the entries say by themselves
 * @param at the moment of the check, ISO 8601
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

/** Of each entry of the verification the links to the first checkpoint at or after it, as far as they are in the file without a gap; what is beside them says nothing. */
function stretchesOf(on: StandsOn, { entries, checkpoints }: Handed): Pick<Proof, 'chain' | 'checkpoints'> {
  const places = new Map(entries.map((entry) => [entry.chainIndex, entry]));
  // Of two for one place the verification's own: it is this one that has to be led somewhere.
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
