import type { EvidenceManifest } from '../contracts/evidence.ts';
import type { IntactPart, SealedInPart, SignedPart } from '../contracts/verdict.ts';
import { messages } from './messages.ts';

/**
 * The five-step run (core document, section 4) as a pure state machine: `stepRun(state, event) → {state, effect}`. Steps run one after
 * the other; the first failure ends the run; an event that does not belong to the current step (such as a late answer after a cancel)
 * returns the same state. Offline, step 5 stays pending and the run succeeds on steps 1 to 4 (D-8). *Sealed in* is not a step: it is
 * computed with the signature and never stops the run. Events carry the time `at`, epoch milliseconds.
 */

export const runSteps = ['fetchManifest', 'verifyHashChain', 'fetchJwks', 'verifyJws', 'signUrls'] as const;
export type RunStepId = (typeof runSteps)[number];

/** The document's names. */
export const runStepTitles: Readonly<Record<RunStepId, string>> = {
  fetchManifest: 'Fetch Manifest',
  verifyHashChain: 'Verify Hash Chain',
  fetchJwks: 'Fetch JWKS',
  verifyJws: 'Verify JWS Signature',
  signUrls: 'Generate Signed URLs',
};

/** Origin of data: fetched just now, or stored on this device (`asOf` is its time). */
export type Source = 'network' | 'store';

/** One step and its progress; times are epoch milliseconds, null before it began or ended. */
export interface RunStep {
  readonly id: RunStepId;
  readonly status: 'pending' | 'in_progress' | 'success' | 'error';
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** The document's failure message, or why the step is still pending. */
  readonly note: string | null;
  readonly reasons: readonly string[];
}

/** Download links of the pack's files, by file name. */
export interface SignedUrls {
  readonly urls: Readonly<Record<string, string>>;
  /** Expiry of the URLs, ISO 8601; absent if unknown. */
  readonly expiresAt?: string | undefined;
}

/** State of a run; each finding is null until its step has passed. */
export interface Run {
  readonly packId: string;
  readonly phase: 'running' | 'succeeded' | 'failed' | 'cancelled';
  readonly steps: readonly RunStep[];
  readonly manifest: { readonly value: EvidenceManifest; readonly source: Source; readonly asOf: string } | null;
  readonly intact: IntactPart | null;
  readonly keys: { readonly source: Source; readonly fetchedAt: string | null; readonly count: number } | null;
  readonly signed: SignedPart | null;
  readonly sealedIn: SealedInPart | null;
  readonly links: SignedUrls | null;
}

/** What the driver reports; `at` is in epoch milliseconds. */
export type RunEvent =
  | {
      readonly type: 'manifestHeld';
      readonly at: number;
      readonly manifest: EvidenceManifest;
      readonly source: Source;
      readonly asOf: string;
    }
  | { readonly type: 'intactChecked'; readonly at: number; readonly part: IntactPart }
  | { readonly type: 'keysHeld'; readonly at: number; readonly source: Source; readonly fetchedAt: string | null; readonly count: number }
  | { readonly type: 'signatureChecked'; readonly at: number; readonly part: SignedPart; readonly sealedIn: SealedInPart }
  | { readonly type: 'urlsSigned'; readonly at: number; readonly links: SignedUrls }
  /** The platform is unreachable; only step 5 may stay pending for that. */
  | { readonly type: 'offline'; readonly at: number }
  /** The platform has not answered in time but is not known to be offline: the connection may be slow or not yet established. */
  | { readonly type: 'silent'; readonly at: number }
  /** The current step failed for a reason outside the checks; `unexpected` selects the generic message. */
  | { readonly type: 'stepFailed'; readonly at: number; readonly reason: string; readonly unexpected?: boolean }
  | { readonly type: 'cancelled'; readonly at: number };

/** The step to perform next; null if none. */
export type RunEffect = RunStepId | null;
/** Result of one event. The same `run` object means that the event did not apply. */
export interface RunTransition {
  readonly run: Run;
  readonly effect: RunEffect;
}

export const AVAILABLE_ONLINE = 'Available when online';
export const NOT_ANSWERED = 'The platform has not answered yet';

const failureMessages: Readonly<Record<RunStepId, string>> = {
  fetchManifest: messages.manifest,
  verifyHashChain: messages.hashChain,
  fetchJwks: messages.jwks,
  verifyJws: messages.signature,
  signUrls: messages.signedUrls,
};

const waiting = (id: RunStepId): RunStep => ({ id, status: 'pending', startedAt: null, endedAt: null, note: null, reasons: [] });

/** Starts a run of one pack, with its first step in progress. */
export function startRun(packId: string, at: number): RunTransition {
  const run: Run = {
    packId,
    phase: 'running',
    steps: runSteps.map(waiting),
    manifest: null,
    intact: null,
    keys: null,
    signed: null,
    sealedIn: null,
    links: null,
  };
  return begin(run, 'fetchManifest', at);
}

/** The step in progress, or null after the end. */
export function currentStep(run: Run): RunStepId | null {
  return run.phase === 'running' ? (run.steps.find(({ status }) => status === 'in_progress')?.id ?? null) : null;
}

function patch(run: Run, id: RunStepId, change: Partial<RunStep>): Run {
  return { ...run, steps: run.steps.map((step) => (step.id === id ? { ...step, ...change } : step)) };
}

function begin(run: Run, id: RunStepId, at: number): RunTransition {
  return { run: patch(run, id, { status: 'in_progress', startedAt: at }), effect: id };
}

function done(run: Run, id: RunStepId, at: number): RunTransition {
  const closed = patch(run, id, { status: 'success', endedAt: at });
  const next = runSteps[runSteps.indexOf(id) + 1];
  return next === undefined ? { run: { ...closed, phase: 'succeeded' }, effect: null } : begin(closed, next, at);
}

function fail(run: Run, id: RunStepId, at: number, note: string, reasons: readonly string[]): RunTransition {
  return { run: { ...patch(run, id, { status: 'error', endedAt: at, note, reasons }), phase: 'failed' }, effect: null };
}

function judged(run: Run, id: RunStepId, at: number, part: IntactPart | SignedPart): RunTransition {
  if (part.state === 'passed') return done(run, id, at);
  return part.state === 'failed' ? fail(run, id, at, part.message, part.reasons) : fail(run, id, at, messages.generic, [part.reason]);
}

/** The transition function. Total: every event is accepted in every state; events that do not belong return the same state. */
export function stepRun(run: Run, event: RunEvent): RunTransition {
  const ignored: RunTransition = { run, effect: null };
  const current = currentStep(run);
  // Late links are still accepted, so that the user need not run again.
  if (event.type === 'urlsSigned' && isAwaitingLinks(run))
    return { run: { ...patch(run, 'signUrls', { status: 'success', endedAt: event.at, note: null }), links: event.links }, effect: null };
  if (current === null) return ignored;
  switch (event.type) {
    case 'manifestHeld': {
      if (current !== 'fetchManifest') return ignored;
      // Manifests are requested by id; one of another pack is refused.
      if (event.manifest.packId !== run.packId)
        return fail(run, current, event.at, messages.manifest, ['The answer is about another pack']);
      return done({ ...run, manifest: { value: event.manifest, source: event.source, asOf: event.asOf } }, current, event.at);
    }
    case 'intactChecked':
      return current === 'verifyHashChain' ? judged({ ...run, intact: event.part }, current, event.at, event.part) : ignored;
    case 'keysHeld':
      return current === 'fetchJwks'
        ? done({ ...run, keys: { source: event.source, fetchedAt: event.fetchedAt, count: event.count } }, current, event.at)
        : ignored;
    case 'signatureChecked':
      return current === 'verifyJws'
        ? judged({ ...run, signed: event.part, sealedIn: event.sealedIn }, current, event.at, event.part)
        : ignored;
    case 'urlsSigned':
      return current === 'signUrls' ? done({ ...run, links: event.links }, current, event.at) : ignored;
    case 'silent':
    case 'offline': {
      const silent = event.type === 'silent';
      if (current !== 'signUrls')
        return fail(run, current, event.at, failureMessages[current], [
          `The platform ${silent ? 'has not answered' : 'cannot be reached'} and nothing is stored on this device`,
        ]);
      return {
        run: {
          ...patch(run, current, { status: 'pending', startedAt: null, note: silent ? NOT_ANSWERED : AVAILABLE_ONLINE }),
          phase: 'succeeded',
        },
        effect: null,
      };
    }
    case 'stepFailed':
      return fail(run, current, event.at, event.unexpected === true ? messages.generic : failureMessages[current], [event.reason]);
    case 'cancelled':
      return {
        run: { ...patch(run, current, { status: 'pending', startedAt: null, note: 'Cancelled' }), phase: 'cancelled' },
        effect: null,
      };
    default:
      return event satisfies never;
  }
}

/** True if a run ended without links because the platform was slow, not offline. */
function isAwaitingLinks({ phase, steps }: Run): boolean {
  return phase === 'succeeded' && steps.some(({ id, status, note }) => id === 'signUrls' && status === 'pending' && note === NOT_ANSWERED);
}

/** The failed step with its message and reasons; null if none failed. The parts decide if that makes the pack invalid (D-8). */
export function failureOf(run: Run): { readonly step: RunStepId; readonly message: string; readonly reasons: readonly string[] } | null {
  const step = run.phase === 'failed' ? run.steps.find(({ status }) => status === 'error') : undefined;
  return step === undefined ? null : { step: step.id, message: step.note ?? messages.generic, reasons: step.reasons };
}
