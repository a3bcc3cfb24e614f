import type { EvidenceManifest } from '../contracts/evidence.ts';
import type { IntactPart, SealedInPart, SignedPart } from '../contracts/verdict.ts';
import { messages } from './messages.ts';

/**
 * The five-step run (core document, section 4) as a pure machine: `stepRun(state, event) → {state, effect}`. Steps run one after
 * the other; the first failure stops the run; an event that does not belong to the step in progress (a late answer after a
 * cancel, say) changes nothing and returns the same state. Without the network step 5 stays pending and the run succeeds on
 * steps 1 to 4 (D-8). *Sealed in* is no step: it is found beside the signature, and whatever it comes to, the steps go on. The machine owns no
 * clock: events carry `at`, epoch milliseconds.
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

/** Where something came from: asked for just now, or held on this device (then `asOf` says since when). */
export type Source = 'network' | 'store';

export interface RunStep {
  readonly id: RunStepId;
  readonly status: 'pending' | 'in_progress' | 'success' | 'error';
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** The document's message of a failure, or why the step still waits. */
  readonly note: string | null;
  readonly reasons: readonly string[];
}

export interface SignedUrls {
  readonly urls: Readonly<Record<string, string>>;
  /** Until when they are good, ISO 8601; absent where the platform does not say. */
  readonly expiresAt?: string | undefined;
}

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
  /** The platform cannot be reached: only step 5 may wait for it. */
  | { readonly type: 'offline'; readonly at: number }
  /** It has not answered in time, and is not known to be out of reach: a link that is slow, or only just being made, is no missing one. */
  | { readonly type: 'silent'; readonly at: number }
  /** The step in progress failed for a reason outside the checks; `unexpected` gives the generic message. */
  | { readonly type: 'stepFailed'; readonly at: number; readonly reason: string; readonly unexpected?: boolean }
  | { readonly type: 'cancelled'; readonly at: number };

/** What to do next; null while there is nothing to do. */
export type RunEffect = RunStepId | null;
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

/** A run of one pack, its first step in progress. */
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

/** The step in progress, or null when the run is over. */
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

/** The machine. Total: every event in every state gives a transition, the same state where the event does not belong. */
export function stepRun(run: Run, event: RunEvent): RunTransition {
  const ignored: RunTransition = { run, effect: null };
  const current = currentStep(run);
  // Links that come after they were no longer waited for are links all the same: nobody has to run again for what is there.
  if (event.type === 'urlsSigned' && isAwaitingLinks(run))
    return { run: { ...patch(run, 'signUrls', { status: 'success', endedAt: event.at, note: null }), links: event.links }, effect: null };
  if (current === null) return ignored;
  switch (event.type) {
    case 'manifestHeld': {
      if (current !== 'fetchManifest') return ignored;
      // The store and the platform are asked by id; an answer about another pack is no answer.
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
          `The platform ${silent ? 'has not answered' : 'cannot be reached'} and nothing is held on this device`,
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

/** Whether a run has ended without the links, because the platform was slow and not because it was out of reach. */
function isAwaitingLinks({ phase, steps }: Run): boolean {
  return phase === 'succeeded' && steps.some(({ id, status, note }) => id === 'signUrls' && status === 'pending' && note === NOT_ANSWERED);
}

/** The step that failed, with its message and what exactly went wrong; null unless one did. Whether that makes the pack false is the parts' to say (D-8). */
export function failureOf(run: Run): { readonly step: RunStepId; readonly message: string; readonly reasons: readonly string[] } | null {
  const step = run.phase === 'failed' ? run.steps.find(({ status }) => status === 'error') : undefined;
  return step === undefined ? null : { step: step.id, message: step.note ?? messages.generic, reasons: step.reasons };
}
