import type { EvidenceManifest, SignedUrlsResponse } from '../../contracts/evidence.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { HeldKeys, IntactPart, ManifestCheck, SignedPart, ToldOfPack } from '../../contracts/verdict.ts';
import type { Fetched, RunDeps } from '../../evidence/drive.ts';
import { checkSealedIn } from '../../evidence/sealedIn.ts';
import { exponentialDelayMs } from '../../domain/backoff.ts';
import { shouldFetchKeys } from '../../evidence/unknownKid.ts';

/** Maximum wait for the platform if the device holds a copy, milliseconds; after it the copy is used and its age is shown. */
export const COPY_AFTER_MS = 4_000;
/** Maximum wait for download links, milliseconds; after it the verdict stands without them. */
export const LINKS_LIMIT_MS = 8_000;
/** Total attempts to get the links from a platform that does not answer. */
const LINKS_TRIES = 5;

/** When a resource was last fetched and last tried, epoch milliseconds on the server's clock. */
export interface FetchedAt {
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
}

/** Dependencies of a run, injected so that tests can replace hub, store and worker. */
export interface PageRunDeps {
  readonly tenantId: string;
  /** Epoch milliseconds on the server's clock. */
  now(): number;
  connected(): boolean;
  /** True if the connection is known to be lost, rather than not up yet. */
  lost(): boolean;
  wait(delayMs: number): Promise<void>;
  ensureManifest(packId: string): Promise<Result<null>>;
  readManifest(packId: string): Promise<EvidenceManifest | null>;
  refreshKeys(): Promise<Result<null>>;
  readKeys(): Promise<readonly unknown[]>;
  readFetched(resource: 'jwks' | 'manifests'): Promise<FetchedAt | null>;
  /** The stored entry of the platform's list for a pack; null if there is none. */
  readTold(packId: string): Promise<ToldOfPack | null>;
  /** The stored links of a verification, with their neighbours. */
  readLinksOf(vrfId: string): Promise<readonly ChainEntry[]>;
  /** The stored links, of any verification, that seal this evidence. */
  readLinksSealing(evidenceHash: string): Promise<readonly ChainEntry[]>;
  refreshLinks(): Promise<Result<null>>;
  signUrls(packId: string, names: readonly string[]): Promise<Result<SignedUrlsResponse>>;
  checkIntact(manifest: EvidenceManifest, at: string): Promise<Result<IntactPart>>;
  checkSigned(input: ManifestCheck, at: string): Promise<Result<SignedPart>>;
  /** Reports that a pack names a key that is not in the set (C-79). */
  noteUnknownKid(kid: string): void;
}

interface Listing {
  readonly told: ToldOfPack | null;
  readonly ofListed: readonly ChainEntry[];
}

/** No answer, or one that is not from the platform: waiting can help. */
export function isUnreachable({ code }: Problem): boolean {
  return code === 'network' || code === 'timeout' || code === 'unavailable' || code === 'not_ours' || code === 'cancelled';
}

/** No statement about the requested item, so the stored copy may still be used: an internal error or a rate limit refuses nothing. */
function isNoAnswer(problem: Problem): boolean {
  return isUnreachable(problem) || problem.code === 'internal' || problem.code === 'rate_limited';
}

const iso = (at: number): string => new Date(at).toISOString();

function unwrapped<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.problem.message); // driveRun reports it as 'Verification failed' with this reason
}

/** The five steps over hub, store and worker: the platform first, the device's copy if it does not answer. */
export function createRunDeps(deps: PageRunDeps): RunDeps {
  /** Reports 'offline' only if the connection is known to be lost, or the call failed while not connected; a slow platform is 'silent'. */
  const absent = (problem: Problem): Fetched<never> => {
    if (!isUnreachable(problem)) return { state: 'failed', reason: problem.message };
    const notThrough = (problem.code === 'network' || problem.code === 'not_ours') && !deps.connected();
    return deps.lost() || notThrough ? { state: 'offline' } : { state: 'silent' };
  };
  /** The outcome, or null once the device's copy should be used instead of waiting. */
  const withCopy = <T>(work: Promise<Result<T>>): Promise<Result<T> | null> =>
    Promise.race([work, deps.wait(COPY_AFTER_MS).then(() => null)]);

  /**
   * The platform's list entry for a pack, with the links of the verification it names; for an untampered pack this is the verification
   * that the manifest is signed for.
   */
  const readListing = async (packId: string): Promise<Listing> => {
    const told = await deps.readTold(packId);
    return { told, ofListed: told === null || told.vrfId === null ? [] : await deps.readLinksOf(told.vrfId) };
  };
  /** Read as soon as there is a manifest, in parallel with the checks. */
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
      listing.catch(() => undefined); // the error is handled where it is awaited
      if (outcome?.ok === true && deps.connected()) return { state: 'held', value, source: 'network', asOf: iso(deps.now()) };
      const fetched = await deps.readFetched('manifests');
      return { state: 'held', value, source: 'store', asOf: iso(fetched?.lastSuccessAt ?? deps.now()) };
    },

    async loadKeys(kid) {
      const [copy, fetched] = await Promise.all([deps.readKeys(), deps.readFetched('jwks')]);
      const fetchedAt = fetched?.lastSuccessAt ?? null;
      const held =
        copy.length === 0 || fetchedAt === null ? null : { fetchedAt, triedAt: Math.max(fetchedAt, fetched?.lastFailureAt ?? 0) };
      // While the platform can be reached it is asked, because a key may have been withdrawn. Offline, a stored set that is fresh enough
      // and has the key is used.
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
      // A manifest that is signed for no verification may already be sealed for another one; that entry can be anywhere in the chain.
      if (signedFor === null && entries.length > 0) entries = together(entries, await deps.readLinksSealing(manifestHash));
      return checkSealedIn({ manifestHash, signedFor, told, entries, tenantId: deps.tenantId }, iso(deps.now()));
    },

    async signUrls(packId, names, signal) {
      const ask = async (): Promise<Fetched<SignedUrlsResponse>> => {
        const outcome = await deps.signUrls(packId, names);
        return outcome.ok ? { state: 'held', value: outcome.value, source: 'network', asOf: iso(deps.now()) } : absent(outcome.problem);
      };
      // Retries a few times while the platform is slow and the dialog is open.
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

/** Merges two lists of links; each chain index once. */
function together(some: readonly ChainEntry[], more: readonly ChainEntry[]): readonly ChainEntry[] {
  const places = new Set(some.map(({ chainIndex }) => chainIndex));
  return [...some, ...more.filter(({ chainIndex }) => !places.has(chainIndex))];
}

function kidOf(key: unknown): unknown {
  return typeof key === 'object' && key !== null && 'kid' in key ? key.kid : null;
}
