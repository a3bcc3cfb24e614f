import type { FilesEvidence, FilesPart, IntactPart, SignedPart, Verdict } from '../../contracts/verdict.ts';
import { packVerified, partHolds } from '../../domain/claims/proof.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import { cutHash, formatBytes, formatCount, plural } from '../../domain/format.ts';
import { formatWhen, formatWhenSeconds, zoneName } from '../../domain/formatTime.ts';
import { countWords } from '../../evidence/files.ts';
import { AVAILABLE_ONLINE, failureOf, type Run, type RunStep, type RunStepId, runStepTitles } from '../../evidence/run.ts';
import { verdictOf } from '../../evidence/verify.ts';

/** What the dialog's texts depend on besides the run. `now` is epoch milliseconds on the server's clock. */
export interface Reading {
  readonly zone: string;
  readonly now: number;
}

/** One step as it is drawn. */
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

/** Steps that succeeded, for 'n of 5 steps'. */
export function stepsDone(run: Run): number {
  return run.steps.filter(({ status }) => status === 'success').length;
}

const notReached = { state: 'notCheckable', reason: 'Not checked: the run stopped before it' } as const;

/** The verdict on what the run and the hashed files have shown so far. */
export function verdictFrom(run: Run, files: FilesPart, at: string): Verdict {
  return verdictOf(run.packId, run.intact ?? notReached, run.signed ?? notReached, run.intact?.state === 'passed' ? files : notReached, at);
}

export interface PartView {
  readonly id: 'intact' | 'signed' | 'files';
  readonly title: string;
  readonly claim: Claim;
  readonly proof: string;
  /** Shown in the monospace face after the proof. */
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
    proof: 'Manifest hash equals its file list',
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
  return { ...said, proof: 'RS256, key', code: kid, when };
}

function filesView(part: FilesPart, reading: Reading): PartView {
  const said: Said = { id: 'files', title: 'Files match', claim: partHolds('files', part) };
  if (part.state === 'notCheckable') return { ...said, proof: part.reason, code: null, when: null };
  const { listed, bytesHashed, hashedAt, platform, device } = part.evidence;
  if (part.state === 'failed') {
    const failed = failedView(said, part);
    return {
      ...failed,
      proof: `${failed.proof}. ${filesWords({ platform, device, listed })}`,
      when: hashedAt === null ? null : `Last check ${exactly(Date.parse(hashedAt), reading)}`,
    };
  }
  const when = hashedAt === null ? null : `Last check ${exactly(Date.parse(hashedAt), reading)}`;
  return {
    ...said,
    proof: `${filesWords({ platform, device, listed })}. ${formatBytes(bytesHashed)} hashed`,
    code: null,
    when,
  };
}

/** What each source's files were, in a line: two results, neither of which stands for the other. */
export function filesWords({ platform, device, listed }: Pick<FilesEvidence, 'platform' | 'device' | 'listed'>): string {
  const counts = [
    ['platform', platform],
    ['device', device],
  ] as const;
  return counts.flatMap(([from, count]) => (count.given === 0 ? [] : [countWords(from, count, listed)])).join('. ');
}

/** The verdict as it is drawn (D-8). */
export interface VerdictView {
  readonly claim: Claim;
  readonly summary: string;
  readonly parts: readonly PartView[];
}

export function verdictView(run: Run, verdict: Verdict, reading: Reading): VerdictView {
  const parts = [intactView(verdict.intact), signedView(verdict.signed, reading), filesView(verdict.files, reading)];
  const ended = Math.max(...run.steps.map(({ endedAt }) => endedAt ?? 0));
  const began = run.steps[0]?.startedAt ?? ended;
  const at = exactly(ended, reading);
  const failure = failureOf(run);
  const claim = packVerified(run.packId, {
    verdict,
    stepFailed: failure !== null,
    cancelled: run.phase === 'cancelled',
    linksPending: run.steps[4]?.note === AVAILABLE_ONLINE,
  });
  if (failure !== null) {
    const reason = failure.reasons[0];
    return { claim, summary: reason === undefined ? failure.message : `${failure.message}. ${reason}`, parts };
  }
  if (verdict.files.state === 'failed')
    return { claim, summary: `${verdict.files.message}. The signature holds, but bytes differ from the list`, parts };
  if (run.phase === 'cancelled') return { claim, summary: 'The run was ended before it came to a verdict', parts };
  if (claim.answer !== 'yes') return { claim, summary: 'Not every check could be made here', parts };
  const isOffline = run.steps[4]?.note === AVAILABLE_ONLINE;
  const filesToo = verdict.files.state === 'passed';
  const summary = isOffline
    ? `Steps 1 to 4 passed here at ${at}${filesToo ? ', files too' : ''}. Download links: ${AVAILABLE_ONLINE.toLowerCase()}`
    : filesToo
      ? `All three checks passed on this device at ${at}, in ${seconds(ended - began)}`
      : `List and signature passed on this device at ${at}; the files’ bytes are not checked`;
  return { claim, summary, parts };
}

/** Why the pack's files cannot be downloaded now; null when they can. */
export function downloadBarred({
  listHolds,
  run,
  fits,
}: {
  readonly listHolds: boolean;
  readonly run: Run | null;
  readonly fits: boolean;
}): string | null {
  if (!listHolds) return 'The list of files does not hold, so nothing is downloaded by it';
  if (run?.links == null) {
    if (run?.steps.at(-1)?.status === 'error' || run?.phase === 'cancelled') return 'No links were made: run again';
    return run?.phase === 'failed' ? 'Links are made for packs that pass' : AVAILABLE_ONLINE;
  }
  return fits ? null : 'Too large for one archive';
}
