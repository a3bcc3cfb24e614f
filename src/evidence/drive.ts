import type { EvidenceManifest } from '../contracts/evidence.ts';
import type { HeldKeys, IntactPart, SealedInPart, SignedPart } from '../contracts/verdict.ts';
import { type Run, type RunEvent, type RunStepId, type RunTransition, type SignedUrls, type Source, startRun, stepRun } from './run.ts';

/**
 * Result of a request to the platform or this device's store. `offline`: the platform is unreachable; `silent`: it has not answered, but
 * is not known to be offline.
 */
export type Fetched<T> =
  | { readonly state: 'held'; readonly value: T; readonly source: Source; readonly asOf: string }
  | { readonly state: 'offline' }
  /** `later`: the pending answer. */
  | { readonly state: 'silent'; readonly later?: Promise<Fetched<T>> }
  | { readonly state: 'failed'; readonly reason: string };

/** Functions that a run needs from outside; this module never fetches. `signal` ends waiting when the user cancels. */
export interface RunDeps {
  now(): number;
  loadManifest(packId: string, signal: Cancelled): Promise<Fetched<EvidenceManifest>>;
  /** `kid` is the signer's key id, so that a cached set without it is fetched again. */
  loadKeys(kid: string, signal: Cancelled): Promise<Fetched<HeldKeys>>;
  checkIntact(manifest: EvidenceManifest): Promise<IntactPart>;
  checkSigned(manifest: EvidenceManifest, held: HeldKeys): Promise<SignedPart>;
  /** *Sealed in*, using the chain entries stored on this device. `signed`: the signature's verdict, which may name the verification. */
  checkSealedIn(manifest: EvidenceManifest, signed: SignedPart, signal: Cancelled): Promise<SealedInPart>;
  signUrls(packId: string, names: readonly string[], signal: Cancelled): Promise<Fetched<SignedUrls>>;
}

/** The part of AbortSignal used here. */
export interface Cancelled {
  readonly aborted: boolean;
}

/**
 * Runs the five steps, reporting every state. Resolves to the last state and never throws: a function of `deps` that throws becomes
 * 'Verification failed'. Links that arrive after the end are reported as one more state.
 */
export async function driveRun(packId: string, deps: RunDeps, onState: (run: Run) => void, signal: Cancelled): Promise<Run> {
  let held: HeldKeys | null = null;
  let later: Promise<Fetched<SignedUrls>> | undefined;

  async function perform(step: RunStepId, run: Run): Promise<RunEvent> {
    const manifest = run.manifest?.value;
    if (step === 'fetchManifest') {
      const got = await deps.loadManifest(packId, signal);
      return got.state === 'held'
        ? { type: 'manifestHeld', at: deps.now(), manifest: got.value, source: got.source, asOf: got.asOf }
        : absent(got, deps.now());
    }
    if (manifest === undefined) throw new Error('the machine started a step without a manifest');
    switch (step) {
      case 'verifyHashChain': {
        const part = await deps.checkIntact(manifest);
        return { type: 'intactChecked', at: deps.now(), part };
      }
      case 'fetchJwks': {
        const got = await deps.loadKeys(manifest.signerKid, signal);
        if (got.state !== 'held') return absent(got, deps.now());
        held = got.value;
        return { type: 'keysHeld', at: deps.now(), source: got.source, fetchedAt: got.value.fetchedAt, count: got.value.keys.length };
      }
      case 'verifyJws': {
        if (held === null) throw new Error('the machine checked a signature without keys');
        const part = await deps.checkSigned(manifest, held);
        const sealedIn = await deps.checkSealedIn(manifest, part, signal).catch(notRead);
        return { type: 'signatureChecked', at: deps.now(), part, sealedIn };
      }
      case 'signUrls': {
        const got = await deps.signUrls(
          packId,
          manifest.files.map(({ name }) => name),
          signal,
        );
        if (got.state === 'silent') later = got.later;
        return got.state === 'held' ? { type: 'urlsSigned', at: deps.now(), links: got.value } : absent(got, deps.now());
      }
      default:
        return step satisfies never;
    }
  }

  let transition: RunTransition = startRun(packId, deps.now());
  onState(transition.run);
  while (transition.effect !== null) {
    let event: RunEvent;
    try {
      event = await perform(transition.effect, transition.run);
    } catch (cause) {
      event = {
        type: 'stepFailed',
        at: deps.now(),
        unexpected: true,
        reason: cause instanceof Error ? cause.message : 'An unexpected failure',
      };
    }
    transition = stepRun(transition.run, signal.aborted ? { type: 'cancelled', at: deps.now() } : event);
    onState(transition.run);
  }
  const ended = transition.run;
  later
    ?.then((got) => {
      if (got.state === 'held' && !signal.aborted) onState(stepRun(ended, { type: 'urlsSigned', at: deps.now(), links: got.value }).run);
    })
    .catch(() => undefined); // links never arrived; the run has already reported that
  return ended;
}

/** An unreadable chain does not affect the signature's verdict. */
function notRead(cause: unknown): SealedInPart {
  return {
    state: 'notCheckable',
    reason: `The chain could not be read: ${cause instanceof Error ? cause.message : 'an unexpected failure'}`,
  };
}

function absent(
  got: { readonly state: 'offline' | 'silent' } | { readonly state: 'failed'; readonly reason: string },
  at: number,
): RunEvent {
  return got.state !== 'failed' ? { type: got.state, at } : { type: 'stepFailed', at, reason: got.reason };
}
