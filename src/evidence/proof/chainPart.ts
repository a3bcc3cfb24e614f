import type { Checkpoint } from '../../contracts/checkpoint.ts';
import type { Proof } from '../../contracts/proof.ts';
import type { ProofPart } from '../../contracts/proofVerdict.ts';
import type { EvidenceFault } from '../../contracts/verdict.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import { canonicalChainEntry, GENESIS } from '../../domain/records/chain.ts';
import { contradictionIn } from '../../domain/records/checkpoints.ts';
import { plural } from '../../domain/format.ts';
import { sha256Hex } from '../bytes.ts';
import { judgeCheckpoint } from '../checkpoint.ts';
import type { KeySet } from '../keys.ts';
import { clip, messages } from '../messages.ts';
import { unsureClockReason } from '../unsureClock.ts';
import { isOwn, type StandsOn } from './links.ts';

/** A gap-free run of links in the proof: its two ends. */
interface Run {
  readonly start: ChainEntry;
  end: ChainEntry;
}

interface Bad {
  readonly code: EvidenceFault;
  readonly reason: string;
}
const named = ({ chainIndex, vrfId }: ChainEntry): string => `Link ${chainIndex} (${clip(vrfId)})`;

/**
 * *Chain*: every seal is computed here, each link must refer to the previous one, and each run must lead from an entry that the record is
 * based on to a checkpoint of the file. The attacker controls the whole file; a run without a checkpoint proves nothing, because anybody
 * can compute seals. The next part checks that the checkpoint is the platform's.
 */
export async function checkLinks(
  proof: Pick<Proof, 'chain' | 'checkpoints' | 'tenantId'>,
  on: StandsOn,
  at: string,
): Promise<ProofPart | null> {
  const { chain, tenantId } = proof;
  const { first } = proof.checkpoints;
  if (on.by === 'nothing' && chain.length === 0 && first.length === 0) return null;
  const bad: Bad[] = [];
  const runs: Run[] = [];
  let before: ChainEntry | undefined;
  for (const entry of chain) {
    if ((await sha256Hex(canonicalChainEntry(tenantId, entry))) !== entry.seal)
      bad.push({ code: 'seal_mismatch', reason: `${named(entry)} does not say what was sealed` });
    if (entry.chainIndex === 0 && entry.prevHash !== GENESIS)
      bad.push({ code: 'link_broken', reason: `${named(entry)} does not start the chain` });
    if (before !== undefined && entry.chainIndex <= before.chainIndex)
      bad.push({
        code: 'link_broken',
        reason: `${named(entry)} stands after link ${before.chainIndex}: they are not in the chain’s order`,
      });
    const run = runs.at(-1);
    if (run === undefined || before === undefined || entry.chainIndex !== before.chainIndex + 1) runs.push({ start: entry, end: entry });
    else {
      if (entry.prevHash !== before.seal) bad.push({ code: 'link_broken', reason: `${named(entry)} is not tied to the one before it` });
      run.end = entry;
    }
    before = entry;
  }
  for (const run of runs) bad.push(...strangeStart(run, on));
  const ends = new Map(first.map((checkpoint) => [checkpoint.index, checkpoint]));
  for (const checkpoint of first) bad.push(...notLedTo(checkpoint, chain));
  if (on.by === 'place') bad.push(...notAtPlace(on, chain));
  const evidence = { links: chain.length, from: chain[0]?.chainIndex ?? null, to: chain.at(-1)?.chainIndex ?? null };
  if (bad.length > 0)
    return {
      state: 'failed',
      at,
      code: bad[0]?.code ?? 'link_broken',
      message: messages.proofChain,
      reasons: bad.map(({ reason }) => reason).slice(0, 20),
      evidence,
    };
  if (runs.length === 0) return { state: 'notCheckable', reason: 'No link of the chain is in the file' };
  const open = runs.flatMap(({ start, end }) => (ends.has(end.chainIndex) ? [] : [named(start)]));
  if (open.length > 0) return { state: 'notCheckable', reason: `${NOT_YET}: ${open.join(', ')}` };
  return { state: 'passed', at, evidence };
}

/** Reason for an entry that no signed checkpoint covers. */
export const NOT_YET = 'Not yet under a checkpoint';

/** Every run must begin with an entry that the record is based on: otherwise its beginning was cut off, or it is unrelated. */
function strangeStart({ start }: Run, on: StandsOn): readonly Bad[] {
  if (isOwn(on, start)) return [];
  const what =
    on.by === 'verification' ? `no entry of ${clip(on.vrfId)}` : on.by === 'place' ? `not link ${on.chainIndex}` : 'nothing of this record';
  return [{ code: 'link_missing', reason: `${named(start)} is ${what}, and the link before it is missing` }];
}

function notLedTo({ index, seal }: Checkpoint, chain: readonly ChainEntry[]): readonly Bad[] {
  const link = chain.find(({ chainIndex }) => chainIndex === index);
  if (link === undefined) return [{ code: 'link_missing', reason: `Link ${index}, at which a checkpoint of the file stands, is missing` }];
  return link.seal === seal
    ? []
    : [{ code: 'other_checkpoint', reason: `${named(link)} has another seal than the checkpoint at its place` }];
}

/** A report names the seal of the link that it was made at. */
function notAtPlace(on: Extract<StandsOn, { by: 'place' }>, chain: readonly ChainEntry[]): readonly Bad[] {
  const link = chain.find(({ chainIndex }) => chainIndex === on.chainIndex);
  return link === undefined || link.seal === on.seal
    ? []
    : [{ code: 'other_link', reason: `${named(link)} has another seal than the report names` }];
}

/**
 * *Checkpoints*: each is signed by the platform for this tenant's verification chain, no two for one position differ in their seal, and
 * the newest belongs to the same chain as the links here.
 * @param on what the record is based on; a record based on no link needs no checkpoint
 * @param clockConfirmed true if the time in `at` is confirmed
 */
export async function checkCheckpoints(
  { checkpoints, chain, tenantId }: Pick<Proof, 'chain' | 'checkpoints' | 'tenantId'>,
  on: StandsOn,
  keys: KeySet,
  at: string,
  clockConfirmed = true,
): Promise<ProofPart | null> {
  const { first, newest } = checkpoints;
  const all = [...first, ...(newest === null ? [] : [newest])];
  if (all.length === 0) return on.by === 'nothing' ? null : { state: 'notCheckable', reason: `${NOT_YET}: the file holds none` };
  const bad: Bad[] = [];
  const signedBy: { readonly index: number; readonly seal: string; readonly at: string; readonly kid: string }[] = [];
  for (const checkpoint of all) {
    const { index, seal } = checkpoint;
    const label = `The checkpoint at link ${index}`;
    if (checkpoint.chain !== 'verifications')
      bad.push({ code: 'other_checkpoint', reason: `${label} is of another chain: ${checkpoint.chain}` });
    if (checkpoint.tenantId !== tenantId)
      bad.push({ code: 'wrong_tenant', reason: `${label} is another tenant’s: ${clip(checkpoint.tenantId)}` });
    const finding = await judgeCheckpoint(checkpoint, keys, tenantId, at);
    if (finding.ok) signedBy.push({ index, seal, at: checkpoint.at, kid: finding.kid });
    else bad.push({ code: finding.code, reason: `${label}: ${finding.reasons[0] ?? finding.message}` });
  }
  for (const [place, { index }] of first.entries())
    if (place > 0 && index <= (first[place - 1]?.index ?? -1))
      bad.push({ code: 'other_checkpoint', reason: `The checkpoint at link ${index} stands after one of the same or a later place` });
  const contradiction = contradictionIn(first, newest === null ? [] : [newest]);
  if (contradiction !== null)
    bad.push({
      code: 'other_checkpoint',
      reason: `Two checkpoints of link ${contradiction.index} have different seals: two histories were signed`,
    });
  const last = first.at(-1);
  if (newest !== null) {
    if (last !== undefined && newest.index < last.index)
      bad.push({
        code: 'other_checkpoint',
        reason: `The newest checkpoint, at link ${newest.index}, lies before the one at link ${last.index}`,
      });
    const link = chain.find(({ chainIndex }) => chainIndex === newest.index);
    if (link !== undefined && link.seal !== newest.seal)
      bad.push({ code: 'other_checkpoint', reason: `${named(link)} has another seal than the newest checkpoint, at its place` });
  } else bad.push({ code: 'other_checkpoint', reason: 'The newest checkpoint is missing: where there is one, there is a newest' });
  const evidence = { signed: signedBy };
  if (!clockConfirmed && bad.length > 0 && bad.every(({ code }) => code === 'signed_in_future'))
    return { state: 'notCheckable', reason: unsureClockReason };
  if (bad.length > 0)
    return {
      state: 'failed',
      at,
      code: bad[0]?.code ?? 'other_checkpoint',
      message: messages.proofCheckpoints,
      reasons: bad.map(({ reason }) => reason).slice(0, 20),
      evidence,
    };
  if (first.length === 0 && on.by !== 'nothing')
    return {
      state: 'notCheckable',
      reason: `${NOT_YET}: the newest, at link ${newest?.index ?? 0}, is not one that the links here lead to`,
    };
  return { state: 'passed', at, evidence };
}

/** '1 link', 'links 4 to 50, 47 of them'. */
export function linksLabels(chain: readonly ChainEntry[]): string {
  const [from, to] = [chain[0], chain.at(-1)];
  if (from === undefined || to === undefined) return 'no link';
  return from === to ? `link ${from.chainIndex}` : `links ${from.chainIndex} to ${to.chainIndex}, ${plural(chain.length, 'link')}`;
}
