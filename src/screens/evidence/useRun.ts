import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { evidenceWorker } from '../../bridge/proof/evidence.ts';
import { useHeldKeys } from '../../bridge/proof/useHeldKeys.ts';
import { serverNow } from '../../bridge/hub/useServerNow.ts';
import type { EvidenceManifest } from '../../contracts/evidence.ts';
import type { FileDigest, FilesPart } from '../../contracts/verdict.ts';
import { driveRun, type RunDeps } from '../../evidence/drive.ts';
import { checkFiles } from '../../evidence/files.ts';
import type { Run } from '../../evidence/run.ts';
import { useSealingHeld } from './queries.ts';
import { createFileChecks, type FileChecks, type FileChecksState, isCheckedAtOnce } from './fileChecks.ts';

const noChecks: FileChecksState = { digests: new Map(), job: null, notes: [] };
const silent = (): (() => void) => () => undefined;

/** The run of the mounted pack; `run` and `checks` are null until it has begun. */
export interface RunHandle {
  readonly run: Run | null;
  readonly checks: FileChecks | null;
  readonly files: FileChecksState;
  /** Result of the files hashed so far. */
  readonly part: FilesPart;
  /** Time of the newest finding, ISO 8601. */
  readonly checkedAt: string;
  readonly restart: () => void;
  readonly cancel: () => void;
}

/** Runs the five steps on one pack while mounted, then hashes its files if they are few. `makeDeps` must keep its identity. */
export function useRun(packId: string, tenantId: string, makeDeps: () => RunDeps): RunHandle {
  const [newest, setRun] = useState<Run | null>(null);
  // State may still be that of another pack until the effect below runs.
  const steps = newest?.packId === packId ? newest : null;
  const [round, setRound] = useState(0);
  const [signal, setSignal] = useState({ aborted: false });

  useEffect(() => {
    const mine = { aborted: false };
    setSignal(mine);
    setRun(null);
    const show = (state: Run): void => {
      // A cancelled run still shows its end; a run of another pack or round is ignored.
      if (!gone) setRun(state);
    };
    let gone = false;
    void driveRun(packId, makeDeps(), show, mine);
    return () => {
      gone = true;
      mine.aborted = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a new round runs again with the same pack
  }, [packId, makeDeps, round]);

  const run = useSealedAsHeld(useSignedAsHeld(steps, makeDeps), makeDeps);
  const manifest = run !== null && run.intact?.state === 'passed' ? (run.manifest?.value ?? null) : null;
  const before = useRef<{ readonly of: string; readonly held: () => readonly FileDigest[] } | null>(null);
  const checks = useMemo(() => {
    if (manifest === null) return null;
    // A new round on the same manifest keeps differing results until the user clears them.
    const manifestKey = `${packId} ${manifest.manifestHash}`;
    const made = createFileChecks(
      manifest,
      tenantId,
      evidenceWorker,
      serverNow,
      before.current?.of === manifestKey ? before.current.held() : [],
    );
    before.current = { of: manifestKey, held: () => differingIn(manifest, made.get()) };
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

/**
 * The run with its signature checked again by the currently stored keys: a withdrawn, retired or replaced key changes the verdict, on
 * whatever screen the change arrived.
 */
function useSignedAsHeld(run: Run | null, makeDeps: () => RunDeps): Run | null {
  const signed = run?.signed ?? null;
  const manifest = run?.manifest?.value ?? null;
  const held = useHeldKeys();
  const kid = manifest?.signerKid ?? null;
  // Only the signing key matters, not the others of the set. Without keys and without a fetch time the set was not read yet or was lost, so
  // no key counts as withdrawn. An empty set sent by the platform does count.
  const inputs =
    held === null || (held.keys.length === 0 && held.fetchedAt === null)
      ? null
      : JSON.stringify(held.keys.filter((key) => (Object(key) as { readonly kid?: unknown }).kid === kid));
  const again = manifest === null || held === null ? null : () => makeDeps().checkSigned(manifest, held);
  const part = useAsHeld(signed, inputs, again);
  return useMemo(
    () => (run === null || part === null || part.state === signed?.state ? run : { ...run, signed: part }),
    [run, part, signed],
  );
}

/** The run with *sealed in* checked again by the currently stored entries: entries that arrive after the steps still count. */
function useSealedAsHeld(run: Run | null, makeDeps: () => RunDeps): Run | null {
  const signed = run?.signed ?? null;
  const signedVrfId = signed?.state === 'passed' ? (signed.evidence.signedFor?.verificationId ?? null) : null;
  const held = useSealingHeld(run?.packId ?? '', signedVrfId);
  const manifest = run?.manifest?.value ?? null;
  const again = manifest === null || signed === null ? null : () => makeDeps().checkSealedIn(manifest, signed, { aborted: false });
  const part = useAsHeld(signed, held === '' ? null : held, again);
  return useMemo(() => (run === null || part === null ? run : { ...run, sealedIn: part }), [run, part]);
}

/**
 * The result of checking a part again whenever its stored inputs change; null until then. If the check cannot be made, the earlier
 * finding stays.
 * @param finding of the run; its identity ties a check to this run
 * @param held the inputs of the check as a text; null while none are stored
 */
function useAsHeld<Part>(finding: object | null, held: string | null, check: (() => Promise<Part>) | null): Part | null {
  const newest = useRef(check);
  useEffect(() => {
    newest.current = check;
  });
  const [later, setLater] = useState<{ readonly of: object; readonly part: Part } | null>(null);
  useEffect(() => {
    if (finding === null || held === null || newest.current === null) return;
    let current = true;
    void newest
      .current()
      .then((part) => current && setLater({ of: finding, part }))
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [finding, held]);
  return later !== null && later.of === finding ? later.part : null;
}

/** The digests that differ from the manifest. */
function differingIn({ files }: EvidenceManifest, { digests }: FileChecksState): readonly FileDigest[] {
  const listed = new Map(files.map((file) => [file.name, file]));
  return [...digests.values()].filter(({ name, hash, size }) => listed.get(name)?.hash !== hash || listed.get(name)?.size !== size);
}
