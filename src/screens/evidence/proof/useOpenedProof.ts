import { useCallback, useEffect, useRef, useState } from 'react';
import { evidenceWorker } from '../../../bridge/proof/evidence.ts';
import { useHeldKeys } from '../../../bridge/proof/useHeldKeys.ts';
import { serverNow } from '../../../bridge/hub/useServerNow.ts';
import { createFileChecks, type FileChecks, type FileChecksState } from '../fileChecks.ts';
import { type Opening, openProofHere, type OpenDeps } from './openProof.ts';
import { sortFiles } from './sortFiles.ts';

/** An open proof and the state of its check. */
export interface OpenedState {
  /** The open file; null if the given files contain no proof. */
  readonly file: File | null;
  /** Null while the first check runs. */
  readonly opening: Opening | null;
  /** Why the files given last cannot be used; null if they can. */
  readonly fault: string | null;
  /** State of the evidence files given with it; null until there is a manifest to compare with. */
  readonly files: FileChecksState | null;
}
/** The open proof, and what the user can do with it. */
export interface OpenedProofHandle extends OpenedState {
  /** Checks again with the newest keys. */
  readonly again: () => void;
  /** Opens another proof, or compares files with the manifest of this one. */
  readonly add: (files: readonly File[]) => void;
  /** Stops hashing. */
  readonly stop: () => void;
  /** Drops the results of files that differ. */
  readonly clear: () => void;
}
const nothing: OpenedState = { file: null, opening: null, fault: null, files: null };
const unreadable: Opening = {
  state: 'failed',
  problem: { code: 'storage', message: 'The data on this device cannot be read right now.', retry: true },
};

/** The proof that is open now. Another proof replaces it; results of the previous one are then ignored. */
interface Session {
  readonly file: File;
  checks: FileChecks | null;
  /**
   * Number of checks started, and whether one has ended. Only the newest counts: an earlier one that ends late used older keys and fewer
   * files.
   */
  begun: number;
  ended: boolean;
}

/**
 * Opens dropped, picked or system-opened files and accepts more: another proof replaces the open one, other files are hashed here and
 * compared with its manifest.
 */
export function useOpenedProof(given: readonly File[], deps: OpenDeps): OpenedProofHandle {
  const [state, setState] = useState<OpenedState>(nothing);
  const session = useRef<Session | null>(null);

  const check = useCallback(
    async (mine: Session): Promise<Opening> => {
      mine.begun += 1;
      const round = mine.begun;
      const digests = mine.checks === null ? [] : [...mine.checks.get().digests.values()];
      const opening = await openProofHere(mine.file, digests.length === 0 ? null : digests, deps).catch(() => unreadable);
      mine.ended = true;
      if (session.current === mine && mine.begun === round) setState((before) => ({ ...before, opening }));
      return opening;
    },
    [deps],
  );
  const hold = useCallback(
    async (mine: Session, evidence: readonly File[]): Promise<void> => {
      if (evidence.length === 0) return;
      if (mine.checks === null)
        return setState((before) => ({ ...before, fault: 'There is no evidence pack in this proof to hold files against.' }));
      await mine.checks.checkLocal(evidence);
      await check(mine);
    },
    [check],
  );
  const open = useCallback(
    async (file: File, evidence: readonly File[]): Promise<void> => {
      session.current?.checks?.cancel();
      const mine: Session = { file, checks: null, begun: 0, ended: false };
      session.current = mine;
      setState({ ...nothing, file });
      await deps.freshKeys();
      const opening = await check(mine);
      if (session.current !== mine) return;
      if (opening.state !== 'checked') return;
      if (opening.pack !== null) {
        const checks = createFileChecks(opening.pack, deps.tenantId, evidenceWorker, serverNow);
        mine.checks = checks;
        const tell = () => session.current === mine && setState((before) => ({ ...before, files: checks.get() }));
        checks.listen(tell);
        tell();
      }
      await hold(mine, evidence);
    },
    [deps, check, hold],
  );
  const add = useCallback(
    (files: readonly File[]) => {
      const mine = session.current;
      const { proof, evidence, fault } = sortFiles(files, mine !== null);
      if (fault !== null) return setState((before) => ({ ...before, fault }));
      if (proof !== null) return void open(proof, evidence);
      setState((before) => ({ ...before, fault: null }));
      if (mine !== null) void hold(mine, evidence);
    },
    [open, hold],
  );

  useEffect(() => add(given), [given, add]);
  // If a key is withdrawn, retired or replaced, the verdict is checked again.
  const set = useHeldKeys();
  const held = set === null || (set.keys.length === 0 && set.fetchedAt === null) ? null : JSON.stringify(set.keys);
  useEffect(() => {
    if (held !== null && session.current?.ended === true) void check(session.current);
  }, [held, check]);
  useEffect(
    () => () => {
      session.current?.checks?.cancel();
      session.current = null;
    },
    [],
  );
  const again = useCallback(() => {
    const mine = session.current;
    if (mine !== null) void deps.freshKeys().then(() => check(mine));
  }, [deps, check]);
  const stop = useCallback(() => session.current?.checks?.cancel(), []);
  const clear = useCallback(() => {
    const mine = session.current;
    if (mine?.checks == null) return;
    mine.checks.clear();
    void check(mine);
  }, [check]);
  return { ...state, again, add, stop, clear };
}
