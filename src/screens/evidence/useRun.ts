import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { evidenceWorker } from '../../bridge/evidence.ts';
import { useHeldKeys } from '../../bridge/useHeldKeys.ts';
import { serverNow } from '../../bridge/useServerNow.ts';
import type { EvidenceManifest } from '../../contracts/evidence.ts';
import type { FileDigest, FilesPart } from '../../contracts/verdict.ts';
import { driveRun, type RunPorts } from '../../evidence/drive.ts';
import { checkFiles } from '../../evidence/files.ts';
import type { Run } from '../../evidence/run.ts';
import { useSealingHeld } from './queries.ts';
import { createFileChecks, type FileChecks, type FileChecksState, isCheckedAtOnce } from './fileChecks.ts';

const noChecks: FileChecksState = { digests: new Map(), job: null, notes: [] };
const silent = (): (() => void) => () => undefined;

export interface RunHandle {
  readonly run: Run | null;
  readonly checks: FileChecks | null;
  readonly files: FileChecksState;
  /** What the digests say so far. */
  readonly part: FilesPart;
  /** The moment of the newest finding, ISO 8601. */
  readonly checkedAt: string;
  readonly restart: () => void;
  readonly cancel: () => void;
}

/** Runs the five steps on one pack while mounted, then hashes its files if they are few. `makePorts` must keep its identity. */
export function useRun(packId: string, tenantId: string, makePorts: () => RunPorts): RunHandle {
  const [newest, setRun] = useState<Run | null>(null);
  // Of another pack until the effect below has begun anew.
  const steps = newest?.packId === packId ? newest : null;
  const [round, setRound] = useState(0);
  const [signal, setSignal] = useState({ aborted: false });

  useEffect(() => {
    const mine = { aborted: false };
    setSignal(mine);
    setRun(null);
    const show = (state: Run): void => {
      // A cancelled run still shows its end; one of another pack or round shows nothing.
      if (!gone) setRun(state);
    };
    let gone = false;
    void driveRun(packId, makePorts(), show, mine);
    return () => {
      gone = true;
      mine.aborted = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a new round runs again with the same pack
  }, [packId, makePorts, round]);

  const run = useSealedAsHeld(useSignedAsHeld(steps, makePorts), makePorts);
  const manifest = run !== null && run.intact?.state === 'passed' ? (run.manifest?.value ?? null) : null;
  const before = useRef<{ readonly of: string; readonly held: () => readonly FileDigest[] } | null>(null);
  const checks = useMemo(() => {
    if (manifest === null) return null;
    // The same list in a new round: what differed differs until the person clears it.
    const of = `${packId} ${manifest.manifestHash}`;
    const made = createFileChecks(manifest, tenantId, evidenceWorker, serverNow, before.current?.of === of ? before.current.held() : []);
    before.current = { of, held: () => differingIn(manifest, made.get()) };
    return made;
  }, [packId, manifest, tenantId]);
  useEffect(() => () => checks?.cancel(), [checks]);
  const files = useSyncExternalStore(checks?.listen ?? silent, checks?.get ?? (() => noChecks));

  const links = run?.links ?? null;
  useEffect(() => {
    if (checks === null || links === null || manifest === null) return;
    if (isCheckedAtOnce(manifest)) void checks.checkLinks(links.urls, false);
  }, [checks, links, manifest]);

  const hashedLast = [...files.digests.values()].reduce((last, { hashedAt }) => (hashedAt > last ? hashedAt : last), '');
  const ended = Math.max(0, ...(run?.steps.map(({ endedAt }) => endedAt ?? 0) ?? []));
  const checkedAt = hashedLast === '' ? new Date(ended).toISOString() : hashedLast;
  const part = useMemo<FilesPart>(
    () =>
      manifest === null
        ? { state: 'notCheckable', reason: 'No file was hashed here' }
        : checkFiles(manifest, [...files.digests.values()], checkedAt),
    [manifest, files.digests, checkedAt],
  );
  const cancel = useCallback(() => {
    signal.aborted = true;
    checks?.cancel();
  }, [signal, checks]);
  const restart = useCallback(() => setRound((before) => before + 1), []);
  return { run, checks, files, part, checkedAt, restart, cancel };
}

/** The run with its signature by the keys that this device holds now: a key that is withdrawn, retired or another takes a standing verdict with it, on whatever screen it was heard of. */
function useSignedAsHeld(run: Run | null, makePorts: () => RunPorts): Run | null {
  const signed = run?.signed ?? null;
  const manifest = run?.manifest?.value ?? null;
  const held = useHeldKeys();
  const kid = manifest?.signerKid ?? null;
  // What a set says of other keys changes nothing. Without any key and any time it was not read yet, or was lost: no key was withdrawn. One that the platform sent empty is its word.
  const of =
    held === null || (held.keys.length === 0 && held.fetchedAt === null)
      ? null
      : JSON.stringify(held.keys.filter((key) => (Object(key) as { readonly kid?: unknown }).kid === kid));
  const again = manifest === null || held === null ? null : () => makePorts().checkSigned(manifest, held);
  const part = useAsHeld(signed, of, again);
  return useMemo(
    () => (run === null || part === null || part.state === signed?.state ? run : { ...run, signed: part }),
    [run, part, signed],
  );
}

/** The run with *sealed in* by what this device holds now: a verification whose entries come only after the steps is matched when they do, and an entry that comes later counts. */
function useSealedAsHeld(run: Run | null, makePorts: () => RunPorts): Run | null {
  const signed = run?.signed ?? null;
  const signedVrfId = signed?.state === 'passed' ? (signed.evidence.signedFor?.verificationId ?? null) : null;
  const held = useSealingHeld(run?.packId ?? '', signedVrfId);
  const manifest = run?.manifest?.value ?? null;
  const again = manifest === null || signed === null ? null : () => makePorts().checkSealedIn(manifest, signed, { aborted: false });
  const part = useAsHeld(signed, held === '' ? null : held, again);
  return useMemo(() => (run === null || part === null ? run : { ...run, sealedIn: part }), [run, part]);
}

/**
 * What a part of the run comes to when it is checked again, each time that what this device holds for it is another; null until then. Where it cannot be checked, what was found stays.
 * @param of what the run found, by whose identity a check belongs to this run
 * @param held what the check depends on, as a text; null while nothing is held
 */
function useAsHeld<Part>(of: object | null, held: string | null, check: (() => Promise<Part>) | null): Part | null {
  const newest = useRef(check);
  useEffect(() => {
    newest.current = check;
  });
  const [later, setLater] = useState<{ readonly of: object; readonly part: Part } | null>(null);
  useEffect(() => {
    if (of === null || held === null || newest.current === null) return;
    let current = true;
    void newest
      .current()
      .then((part) => current && setLater({ of, part }))
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [of, held]);
  return later !== null && later.of === of ? later.part : null;
}

/** What is not as listed. */
function differingIn({ files }: EvidenceManifest, { digests }: FileChecksState): readonly FileDigest[] {
  const listed = new Map(files.map((file) => [file.name, file]));
  return [...digests.values()].filter(({ name, hash, size }) => listed.get(name)?.hash !== hash || listed.get(name)?.size !== size);
}
