import type { EvidenceManifest, SignedUrlsResponse } from '../../contracts/evidence.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { HeldKeys, IntactPart, ManifestCheck, SignedPart, ToldOfPack } from '../../contracts/verdict.ts';
import type { Fetched, RunPorts } from '../../evidence/drive.ts';
import { checkSealedIn } from '../../evidence/sealedIn.ts';
import { exponentialDelayMs } from '../../domain/backoff.ts';
import { shouldFetchKeys } from '../../evidence/unknownKid.ts';

/** How long the platform is waited for when the device holds a copy: after that the copy is used, and its age told. */
export const COPY_AFTER_MS = 4_000;
/** How long links are waited for before the verdict stands without them. */
export const LINKS_LIMIT_MS = 8_000;
/** How often a platform that does not answer is asked for them in all. */
const LINKS_TRIES = 5;

/** When a resource was last fetched, and last tried. Epoch milliseconds on the server's clock. */
export interface FetchedAt {
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
}

/** What a run works with on this page; handed in, so that tests play hub, store and worker. */
export interface RunDeps {
  readonly tenantId: string;
  /** Epoch milliseconds on the server's clock. */
  now(): number;
  connected(): boolean;
  /** Whether the link is known to be gone, and not only not up yet. */
  lost(): boolean;
  wait(delayMs: number): Promise<void>;
  ensureManifest(packId: string): Promise<Result<null>>;
  readManifest(packId: string): Promise<EvidenceManifest | null>;
  refreshKeys(): Promise<Result<null>>;
  readKeys(): Promise<readonly unknown[]>;
  readFetched(resource: 'jwks' | 'manifests'): Promise<FetchedAt | null>;
  /** What the platform's list says of the pack, as this device holds it; null where it does not. */
  readTold(packId: string): Promise<ToldOfPack | null>;
  /** The links of a verification that are held, with those beside them. */
  readLinksOf(vrfId: string): Promise<readonly ChainEntry[]>;
  /** The links that are held, of whatever verification, that seal this evidence. */
  readLinksSealing(evidenceHash: string): Promise<readonly ChainEntry[]>;
  refreshLinks(): Promise<Result<null>>;
  signUrls(packId: string, names: readonly string[]): Promise<Result<SignedUrlsResponse>>;
  checkIntact(manifest: EvidenceManifest, at: string): Promise<Result<IntactPart>>;
  checkSigned(input: ManifestCheck, at: string): Promise<Result<SignedPart>>;
  /** A pack names a key that is not in the set (C-79). */
  noteUnknownKid(kid: string): void;
}

interface Listing {
  readonly told: ToldOfPack | null;
  readonly ofListed: readonly ChainEntry[];
}

/** Nobody answered, or somebody who is not the platform: waiting can help. */
export function isUnreachable({ code }: Problem): boolean {
  return code === 'network' || code === 'timeout' || code === 'unavailable' || code === 'not_ours' || code === 'cancelled';
}

/** No answer about the thing that was asked for, and so no reason not to use what is held of it: a platform that stumbled has refused nothing. */
function isNoAnswer(problem: Problem): boolean {
  return isUnreachable(problem) || problem.code === 'internal' || problem.code === 'rate_limited';
}

const iso = (at: number): string => new Date(at).toISOString();

function unwrapped<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.problem.message); // driveRun turns it into 'Verification failed' with this reason
}

/** The five steps over hub, store and worker: the platform first, the device's copy when it is silent. */
export function createRunPorts(deps: RunDeps): RunPorts {
  /** Offline is said where the link is known to be gone, or the call itself did not get through and nothing stands beside it; a platform that is slow was not left. */
  const absent = (problem: Problem): Fetched<never> => {
    if (!isUnreachable(problem)) return { state: 'failed', reason: problem.message };
    const notThrough = (problem.code === 'network' || problem.code === 'not_ours') && !deps.connected();
    return deps.lost() || notThrough ? { state: 'offline' } : { state: 'silent' };
  };
  /** The outcome, or null when the device's copy should not wait for it any longer. */
  const withCopy = <T>(work: Promise<Result<T>>): Promise<Result<T> | null> =>
    Promise.race([work, deps.wait(COPY_AFTER_MS).then(() => null)]);

  /** What the platform lists of a pack, with the links of the verification that it names: of a pack that nobody tampered with the one that it is signed for. */
  const readListing = async (packId: string): Promise<Listing> => {
    const told = await deps.readTold(packId);
    return { told, ofListed: told === null || told.vrfId === null ? [] : await deps.readLinksOf(told.vrfId) };
  };
  /** Read from when there is a manifest, beside what is checked of it. */
  let listing: Promise<Listing> | null = null;

  return {
    now: deps.now,

    async loadManifest(packId) {
      const copy = await deps.readManifest(packId);
      const ensured = deps.ensureManifest(packId);
      const outcome = copy === null ? await ensured : await withCopy(ensured);
      if (outcome?.ok === false && (copy === null || !isNoAnswer(outcome.problem))) return absent(outcome.problem);
      const value = await deps.readManifest(packId);
      if (value === null) return { state: 'failed', reason: 'The platform answered, but the manifest could not be kept on this device' };
      listing = readListing(packId);
      listing.catch(() => undefined); // told where it is awaited
      if (outcome?.ok === true && deps.connected()) return { state: 'held', value, source: 'network', asOf: iso(deps.now()) };
      const fetched = await deps.readFetched('manifests');
      return { state: 'held', value, source: 'store', asOf: iso(fetched?.lastSuccessAt ?? deps.now()) };
    },

    async loadKeys(kid) {
      const [copy, fetched] = await Promise.all([deps.readKeys(), deps.readFetched('jwks')]);
      const fetchedAt = fetched?.lastSuccessAt ?? null;
      const held =
        copy.length === 0 || fetchedAt === null ? null : { fetchedAt, triedAt: Math.max(fetchedAt, fetched?.lastFailureAt ?? 0) };
      // A person asks, and the platform can be asked: a key may have been withdrawn since. Out of its reach the set that is held is as good as it was.
      if (
        !deps.connected() &&
        !shouldFetchKeys(
          held,
          copy.some((key) => kidOf(key) === kid),
          deps.now(),
        )
      )
        return heldKeys(copy, fetchedAt, 'store');

      const refreshed = deps.refreshKeys();
      const outcome = held === null ? await refreshed : await withCopy(refreshed);
      const [keys, after] = await Promise.all([deps.readKeys(), deps.readFetched('jwks')]);
      if (outcome?.ok === false && keys.length === 0) return absent(outcome.problem);
      return heldKeys(keys, after?.lastSuccessAt ?? null, outcome?.ok === true ? 'network' : 'store');
    },

    checkIntact: async (manifest) => unwrapped(await deps.checkIntact(manifest, iso(deps.now()))),

    async checkSigned(manifest, held) {
      const part = unwrapped(await deps.checkSigned({ manifest, held, tenantId: deps.tenantId }, iso(deps.now())));
      if (part.state === 'failed' && part.code === 'unknown_kid') deps.noteUnknownKid(manifest.signerKid);
      return part;
    },

    async checkSealedIn({ packId, manifestHash }, signed) {
      const { told, ofListed } = await (listing ?? readListing(packId));
      const signedFor = signed.state === 'passed' ? signed.evidence.signedFor : null;
      const vrfId = signedFor?.verificationId ?? told?.vrfId ?? null;
      let entries = vrfId === null || vrfId === told?.vrfId ? ofListed : await deps.readLinksOf(vrfId);
      if (vrfId !== null && entries.length === 0 && deps.connected()) {
        await withCopy(deps.refreshLinks());
        entries = await deps.readLinksOf(vrfId);
      }
      // A list that is signed for no verification may have been sealed for another one before: that entry lies anywhere in the chain.
      if (signedFor === null && entries.length > 0) entries = together(entries, await deps.readLinksSealing(manifestHash));
      return checkSealedIn({ manifestHash, signedFor, told, entries, tenantId: deps.tenantId }, iso(deps.now()));
    },

    async signUrls(packId, names, signal) {
      const ask = async (): Promise<Fetched<SignedUrlsResponse>> => {
        const outcome = await deps.signUrls(packId, names);
        return outcome.ok ? { state: 'held', value: outcome.value, source: 'network', asOf: iso(deps.now()) } : absent(outcome.problem);
      };
      // A platform that is slow is asked a few times more, while the person looks on.
      const goOn = async (got: Fetched<SignedUrlsResponse>): Promise<Fetched<SignedUrlsResponse>> => {
        let newest = got;
        for (let tries = 1; newest.state === 'silent' && tries < LINKS_TRIES; tries += 1) {
          await deps.wait(exponentialDelayMs(tries));
          if (signal.aborted) break;
          newest = await ask();
        }
        return newest;
      };
      const first = ask();
      const inTime = await Promise.race([first, deps.wait(LINKS_LIMIT_MS).then(() => null)]);
      if (inTime !== null && inTime.state !== 'silent') return inTime;
      return deps.lost() ? { state: 'offline' } : { state: 'silent', later: first.then(goOn) };
    },
  };

  function heldKeys(keys: readonly unknown[], fetchedAt: number | null, source: 'network' | 'store'): Fetched<HeldKeys> {
    const at = fetchedAt === null ? null : iso(fetchedAt);
    return { state: 'held', value: { keys, fetchedAt: at }, source, asOf: at ?? iso(deps.now()) };
  }
}

/** Links of two readings, each place once. */
function together(some: readonly ChainEntry[], more: readonly ChainEntry[]): readonly ChainEntry[] {
  const places = new Set(some.map(({ chainIndex }) => chainIndex));
  return [...some, ...more.filter(({ chainIndex }) => !places.has(chainIndex))];
}

function kidOf(key: unknown): unknown {
  return typeof key === 'object' && key !== null && 'kid' in key ? key.kid : null;
}
