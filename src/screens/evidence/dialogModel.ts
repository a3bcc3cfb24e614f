import type { EvidencePack } from '../../contracts/evidence.ts';
import type { FilesEvidence, FilesPart, IntactPart, SealedEntry, SealedInPart, SignedPart, Verdict } from '../../contracts/verdict.ts';
import { packVerified, partHolds } from '../../domain/claims/proof.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import { cutHash, formatBytes, formatCount, plural } from '../../domain/format.ts';
import { formatDateTime, formatWhen, formatWhenSeconds, zoneName } from '../../domain/formatTime.ts';
import { verificationStates } from '../../domain/operations/platformStates.ts';
import { countLabels } from '../../evidence/files.ts';
import { clip } from '../../evidence/messages.ts';
import { AVAILABLE_ONLINE, failureOf, NOT_ANSWERED, type Run, type RunStep, type RunStepId, runStepTitles } from '../../evidence/run.ts';
import { verdictOf } from '../../evidence/verify.ts';
import { decidedLabels, namedLabels } from './sealedLabels.ts';

/** Context of the dialog's texts besides the run. `now` is epoch milliseconds on the server's clock. */
export interface Reading {
  readonly zone: string;
  readonly now: number;
}

/** One step as displayed. */
export interface StepView {
  readonly id: RunStepId;
  readonly title: string;
  readonly state: RunStep['status'];
  readonly when: string;
  readonly detail: string;
}

const seconds = (ms: number): string => `${(Math.max(0, ms) / 1000).toFixed(1)} s`;

function clockOf(at: string, { zone, now }: Reading): string {
  const ms = Date.parse(at);
  return `${formatWhen(ms, now, zone)} ${zoneName(zone, ms)}`;
}
function exactly(ms: number, { zone, now }: Reading): string {
  return `${formatWhenSeconds(ms, now, zone)} ${zoneName(zone, ms)}`;
}

function whenOf(step: RunStep, now: number): string {
  const took = step.startedAt === null ? null : (step.endedAt ?? now) - step.startedAt;
  switch (step.status) {
    case 'success':
      return took === null ? 'Done' : `Done · ${seconds(took)}`;
    case 'in_progress':
      return took === null ? 'In progress' : `In progress · ${seconds(took)}`;
    case 'error':
      return 'Failed';
    case 'pending':
      return 'Pending';
    default:
      return step.status satisfies never;
  }
}

const waitingFor = 'Asking the platform. The copy on this device is used if it does not answer in 4 s.';

function detailOf(step: RunStep, run: Run, reading: Reading): string {
  if (step.status === 'error') return [step.note, ...step.reasons.slice(0, 3)].filter(Boolean).join('. ');
  if (step.note !== null) return step.note;
  const manifest = run.manifest;
  const files = manifest === null ? 'the files' : plural(manifest.value.files.length, 'file');
  const isDone = step.status === 'success';
  switch (step.id) {
    case 'fetchManifest':
      if (!isDone || manifest === null) return step.status === 'in_progress' ? waitingFor : 'The list of files, with its signature';
      return `${files} listed, manifest signed ${clockOf(manifest.value.signatureTimestamp, reading)}${manifest.source === 'store' ? '; the copy on this device' : ''}`;
    case 'verifyHashChain':
      return isDone && run.intact?.state === 'passed'
        ? `Computed ${cutHash(run.intact.evidence.computedHash ?? '', 16)}, equal to the manifest`
        : 'SHA-256 over the list, against the manifest';
    case 'fetchJwks':
      if (!isDone || run.keys === null) return step.status === 'in_progress' ? waitingFor : 'The public keys that are trusted';
      return `${plural(run.keys.count, 'key')}${run.keys.fetchedAt === null ? '' : `, fetched ${clockOf(run.keys.fetchedAt, reading)}`}`;
    case 'verifyJws':
      return isDone && run.signed?.state === 'passed'
        ? `RS256, key ${run.signed.evidence.kid}`
        : 'RS256 over pack, tenant, manifest hash and time';
    case 'signUrls':
      return isDone && run.links !== null
        ? `Links for ${files}${run.links.expiresAt === undefined ? '' : `, valid until ${clockOf(run.links.expiresAt, reading)}`}`
        : `Download links for ${files}, needs the network`;
    default:
      return step.id satisfies never;
  }
}

/** The five steps in words (C-25). */
export function stepViews(run: Run, reading: Reading): readonly StepView[] {
  return run.steps.map((step, index) => ({
    id: step.id,
    title: `${index + 1}. ${runStepTitles[step.id]}`,
    state: step.status,
    when: whenOf(step, reading.now),
    detail: detailOf(step, run, reading),
  }));
}

/** Number of steps that succeeded, for 'n of 5 steps'. */
export function stepsDone(run: Run): number {
  return run.steps.filter(({ status }) => status === 'success').length;
}

const notReached = { state: 'notCheckable', reason: 'Not reached: the run stopped earlier' } as const;

/** The verdict from the run and the files hashed so far. */
export function verdictFrom(run: Run, files: FilesPart, at: string): Verdict {
  const { intact, signed, sealedIn } = run;
  const parts = {
    intact: intact ?? notReached,
    signed: signed ?? notReached,
    sealedIn: sealedIn ?? notReached,
    files: intact?.state === 'passed' ? files : notReached,
  };
  return verdictOf(run.packId, parts, at);
}

/** The pack's entry in the chain, which names the verification and site; null until it was found and verified. */
export function sealedEntryOf(sealedIn: SealedInPart | null): SealedEntry | null {
  return sealedIn?.state === 'passed' ? sealedIn.evidence.entry : null;
}

/**
 * The pack's site and verification, when it was sealed, and its size: from the sealed entry and the manifest. Until the entry is found,
 * the text comes from the platform's list and says so.
 */
export function headingOf(run: Run | null, pack: EvidencePack | null, zone: string): string | null {
  const dated = (at: string): string => `${formatDateTime(Date.parse(at), zone)} ${zoneName(zone, Date.parse(at))}`;
  const listed = run?.manifest?.value.files;
  const bytes = (listed ?? []).reduce((sum, { size }) => sum + size, 0);
  const holds = listed === undefined ? [] : [`${plural(listed.length, 'file')}, ${formatBytes(bytes)}`];
  const entry = sealedEntryOf(run?.sealedIn ?? null);
  if (entry !== null) return [entry.siteCode, entry.vrfId, `sealed ${dated(entry.timestamp)}`, ...holds].join(' · ');
  if (pack === null) return listed === undefined ? null : holds.join('');
  const { siteName, siteCode, vrfId, timestamp } = pack;
  return ['By the platform’s list', `${clip(siteName)}, ${siteCode}`, ...(vrfId === null ? [] : [vrfId]), dated(timestamp), ...holds].join(
    ' · ',
  );
}

/** One part of the verdict as displayed; `proof` says what was compared, or why it could not be. */
export interface PartView {
  readonly id: 'intact' | 'signed' | 'sealedIn' | 'files';
  readonly title: string;
  readonly claim: Claim;
  readonly proof: string;
  /** Shown in monospace after the proof. */
  readonly code: string | null;
  readonly when: string | null;
}

type Said = Pick<PartView, 'id' | 'title' | 'claim'>;

function failedView(said: Said, part: { readonly reasons: readonly string[]; readonly message: string }): PartView {
  const [first = part.message, ...rest] = part.reasons;
  return {
    ...said,
    proof: rest.length === 0 ? first : `${first} (and ${formatCount(rest.length)} more)`,
    code: null,
    when: null,
  };
}

function intactView(part: IntactPart): PartView {
  const said: Said = { id: 'intact', title: 'Intact', claim: partHolds('intact', part) };
  if (part.state === 'failed') return failedView(said, part);
  if (part.state === 'notCheckable') return { ...said, proof: part.reason, code: null, when: null };
  return {
    ...said,
    proof: 'The list of files, not their bytes: its hash, computed here, is the manifest’s',
    code: cutHash(part.evidence.manifestHash, 16),
    when: null,
  };
}

function signedView(part: SignedPart, reading: Reading): PartView {
  const said: Said = { id: 'signed', title: 'Signed by a trusted key', claim: partHolds('signed', part) };
  if (part.state === 'failed') return failedView(said, part);
  if (part.state === 'notCheckable') return { ...said, proof: part.reason, code: null, when: null };
  const { kid, keysFetchedAt } = part.evidence;
  const when = keysFetchedAt === null ? 'Key of unknown age' : `Key fetched ${clockOf(keysFetchedAt, reading)}`;
  // An older signature does not name the verification or site; only the chain does.
  const { lacks: lacking } = part.evidence;
  const lacks =
    lacking.length === 0 ? '' : `. An older signature, which does not name ${lacking.join(' or ')}: that only the chain can say`;
  return { ...said, proof: 'RS256, key', code: kid, when: `${when}${lacks}` };
}

function sealedInView(part: SealedInPart, reading: Reading): PartView {
  const said: Said = { id: 'sealedIn', title: 'Sealed in', claim: partHolds('sealedIn', part) };
  if (part.state === 'failed') return failedView(said, part);
  const entry = sealedEntryOf(part);
  if (part.state === 'notCheckable' || entry === null)
    return { ...said, proof: part.state === 'notCheckable' ? part.reason : 'No entry', code: null, when: null };
  const { status } = part.evidence;
  const decided = status === null ? '' : `. The decision on it, as the chain has it here: ${verificationStates[status].word.toLowerCase()}`;
  return {
    ...said,
    proof: `Evidence of ${entry.siteCode}, by entry ${formatCount(entry.chainIndex)} of the platform’s chain, its seal recomputed here:`,
    code: entry.vrfId,
    when: `Sealed ${clockOf(entry.timestamp, reading)}${decided}`,
  };
}

function filesView(part: FilesPart, reading: Reading): PartView {
  const said: Said = { id: 'files', title: 'Files match', claim: partHolds('files', part) };
  if (part.state === 'notCheckable') return { ...said, proof: part.reason, code: null, when: null };
  const { listed, bytesHashed, hashedAt, platform, device } = part.evidence;
  if (part.state === 'failed') {
    const failed = failedView(said, part);
    return {
      ...failed,
      proof: `${failed.proof}. ${filesLabels({ platform, device, listed })}`,
      when: hashedAt === null ? null : `Last check ${exactly(Date.parse(hashedAt), reading)}`,
    };
  }
  const when = hashedAt === null ? null : `Last check ${exactly(Date.parse(hashedAt), reading)}`;
  return {
    ...said,
    proof: `${filesLabels({ platform, device, listed })}. ${formatBytes(bytesHashed)} hashed`,
    code: null,
    when,
  };
}

/** Results by source in one line: the platform's files and this device's are separate results, and neither replaces the other. */
export function filesLabels({ platform, device, listed }: Pick<FilesEvidence, 'platform' | 'device' | 'listed'>): string {
  const counts = [
    ['platform', platform],
    ['device', device],
  ] as const;
  return counts.flatMap(([from, count]) => (count.given === 0 ? [] : [countLabels(from, count, listed)])).join('. ');
}

/** The verdict as displayed (D-8). */
export interface VerdictView {
  readonly claim: Claim;
  readonly summary: string;
  readonly parts: readonly PartView[];
}

/** The summary names the first failure in this order: steps, signature, entry, files. */
export function verdictView(run: Run, verdict: Verdict, reading: Reading): VerdictView {
  const parts = [
    intactView(verdict.intact),
    signedView(verdict.signed, reading),
    sealedInView(verdict.sealedIn, reading),
    filesView(verdict.files, reading),
  ];
  const ended = Math.max(...run.steps.map(({ endedAt }) => endedAt ?? 0));
  const began = run.steps[0]?.startedAt ?? ended;
  const at = exactly(ended, reading);
  const failure = failureOf(run);
  const claim = packVerified(run.packId, {
    verdict,
    cancelled: run.phase === 'cancelled',
    linksPending: run.steps[4]?.note === AVAILABLE_ONLINE,
  });
  const said = ({ message, reasons: [reason] }: { readonly message: string; readonly reasons: readonly string[] }): string =>
    reason === undefined ? message : `${message}. ${reason}`;
  if (failure !== null && failure.step !== 'signUrls') return { claim, summary: said(failure), parts };
  // Judged by the keys currently stored; the steps may have used others.
  if (verdict.signed.state === 'failed') return { claim, summary: said(verdict.signed), parts };
  if (verdict.sealedIn.state === 'failed') return { claim, summary: `${said(verdict.sealedIn)}${namedLabels(verdict.sealedIn)}`, parts };
  if (verdict.files.state === 'failed')
    return { claim, summary: `${verdict.files.message}. The signature holds, but bytes differ from the list`, parts };
  if (run.phase === 'cancelled') return { claim, summary: 'The run ended before there was a verdict', parts };
  if (verdict.sealedIn.state === 'notCheckable')
    return {
      claim,
      summary: `List and signature passed on this device at ${at}. Whose evidence it is could not be checked: ${lowered(verdict.sealedIn.reason)}`,
      parts,
    };
  if (claim.answer !== 'yes') return { claim, summary: 'Not every check could be made here', parts };
  // Missing links say nothing about the pack: only the files could not be checked.
  if (failure !== null && verdict.files.state !== 'passed')
    return {
      claim,
      summary: `List, signature and seal passed on this device at ${at}. The files could not be checked: ${said(failure)}${decidedLabels(verdict.sealedIn)}`,
      parts,
    };
  const note = run.steps[4]?.note ?? null;
  const waits = note === AVAILABLE_ONLINE || note === NOT_ANSWERED ? note : null;
  const filesToo = verdict.files.state === 'passed';
  const summary =
    waits !== null
      ? `Steps 1 to 4 passed here at ${at}${filesToo ? ', files too' : '; the files’ bytes are not checked'}. Download links: ${lowered(waits)}`
      : filesToo
        ? `All four checks passed on this device at ${at}, in ${seconds(ended - began)}`
        : `List, signature and seal passed on this device at ${at}; the files’ bytes are not checked`;
  return { claim, summary: `${summary}${decidedLabels(verdict.sealedIn)}`, parts };
}

const lowered = (words: string): string => `${words.charAt(0).toLowerCase()}${words.slice(1)}`;

/** Why the pack's files cannot be downloaded now; null if they can. */
export function downloadDisabledReason({
  listHolds,
  run,
  fits,
}: {
  readonly listHolds: boolean;
  readonly run: Run | null;
  readonly fits: boolean;
}): string | null {
  if (!listHolds) return 'The file list is not valid, so nothing is downloaded';
  if (run?.links == null) {
    if (run?.steps.at(-1)?.status === 'error' || run?.phase === 'cancelled') return 'No links were created: run again';
    return run?.phase === 'failed' ? 'Links are created for packs that pass' : (run?.steps.at(-1)?.note ?? AVAILABLE_ONLINE);
  }
  return fits ? null : 'Too large for one archive';
}
