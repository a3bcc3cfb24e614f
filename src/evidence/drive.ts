import type { EvidenceManifest } from '../contracts/evidence.ts';
import type { HeldKeys, IntactPart, SealedInPart, SignedPart } from '../contracts/verdict.ts';
import { type Run, type RunEvent, type RunStepId, type RunTransition, type SignedUrls, type Source, startRun, stepRun } from './run.ts';

/** Something asked for: from the platform, from this device, or not to be had. `offline`: the platform is out of reach; `silent`: it is not known to be, and has not answered. */
export type Fetched<T> =
  | { readonly state: 'held'; readonly value: T; readonly source: Source; readonly asOf: string }
  | { readonly state: 'offline' }
  /** `later`: the same answer, which is still on its way. */
  | { readonly state: 'silent'; readonly later?: Promise<Fetched<T>> }
  | { readonly state: 'failed'; readonly reason: string };

/** What a run needs from outside; this room itself never fetches. `signal` ends waiting when the person cancels. */
export interface RunPorts {
  now(): number;
  loadManifest(packId: string, signal: Cancelled): Promise<Fetched<EvidenceManifest>>;
  /** `kid` is the signer's, so that a set without it can be asked for anew. */
  loadKeys(kid: string, signal: Cancelled): Promise<Fetched<HeldKeys>>;
  checkIntact(manifest: EvidenceManifest): Promise<IntactPart>;
  checkSigned(manifest: EvidenceManifest, held: HeldKeys): Promise<SignedPart>;
  /** *Sealed in*, by the entries of the chain that this device holds. `signed`: what the signature came to, which may name the verification. */
  checkSealedIn(manifest: EvidenceManifest, signed: SignedPart, signal: Cancelled): Promise<SealedInPart>;
  signUrls(packId: string, names: readonly string[], signal: Cancelled): Promise<Fetched<SignedUrls>>;
}

/** The part of AbortSignal that is used here. */
export interface Cancelled {
  readonly aborted: boolean;
}

/**
 * Runs the five steps, telling every state on the way. Ends with the last state; never throws: a port that does is 'Verification failed'. Links that are still on their way then are
 * told as one more state when they come.
 */
export async function driveRun(packId: string, ports: RunPorts, onState: (run: Run) => void, signal: Cancelled): Promise<Run> {
  let held: HeldKeys | null = null;
  let later: Promise<Fetched<SignedUrls>> | undefined;

  async function perform(step: RunStepId, run: Run): Promise<RunEvent> {
    const manifest = run.manifest?.value;
    if (step === 'fetchManifest') {
      const got = await ports.loadManifest(packId, signal);
      return got.state === 'held'
        ? { type: 'manifestHeld', at: ports.now(), manifest: got.value, source: got.source, asOf: got.asOf }
        : absent(got, ports.now());
    }
    if (manifest === undefined) throw new Error('the machine started a step without a manifest');
    switch (step) {
      case 'verifyHashChain': {
        const part = await ports.checkIntact(manifest);
        return { type: 'intactChecked', at: ports.now(), part };
      }
      case 'fetchJwks': {
        const got = await ports.loadKeys(manifest.signerKid, signal);
        if (got.state !== 'held') return absent(got, ports.now());
        held = got.value;
        return { type: 'keysHeld', at: ports.now(), source: got.source, fetchedAt: got.value.fetchedAt, count: got.value.keys.length };
      }
      case 'verifyJws': {
        if (held === null) throw new Error('the machine checked a signature without keys');
        const part = await ports.checkSigned(manifest, held);
        const sealedIn = await ports.checkSealedIn(manifest, part, signal).catch(notRead);
        return { type: 'signatureChecked', at: ports.now(), part, sealedIn };
      }
      case 'signUrls': {
        const got = await ports.signUrls(
          packId,
          manifest.files.map(({ name }) => name),
          signal,
        );
        if (got.state === 'silent') later = got.later;
        return got.state === 'held' ? { type: 'urlsSigned', at: ports.now(), links: got.value } : absent(got, ports.now());
      }
      default:
        return step satisfies never;
    }
  }

  let transition: RunTransition = startRun(packId, ports.now());
  onState(transition.run);
  while (transition.effect !== null) {
    let event: RunEvent;
    try {
      event = await perform(transition.effect, transition.run);
    } catch (cause) {
      event = {
        type: 'stepFailed',
        at: ports.now(),
        unexpected: true,
        reason: cause instanceof Error ? cause.message : 'An unexpected failure',
      };
    }
    transition = stepRun(transition.run, signal.aborted ? { type: 'cancelled', at: ports.now() } : event);
    onState(transition.run);
  }
  const ended = transition.run;
  later
    ?.then((got) => {
      if (got.state === 'held' && !signal.aborted) onState(stepRun(ended, { type: 'urlsSigned', at: ports.now(), links: got.value }).run);
    })
    .catch(() => undefined); // none have come: the run has said so
  return ended;
}

/** A chain that could not be read here leaves the signature what it is. */
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
