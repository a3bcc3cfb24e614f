import { useCallback, useEffect, useRef, useState } from 'react';
import { evidenceWorker } from '../../../bridge/evidence.ts';
import { useHeldKeys } from '../../../bridge/useHeldKeys.ts';
import { serverNow } from '../../../bridge/useServerNow.ts';
import { createFileChecks, type FileChecks, type FileChecksState } from '../fileChecks.ts';
import { type Opening, openProofHere, type OpenPorts } from './openProof.ts';
import { sortFiles } from './sortFiles.ts';

/** A proof that is open, and what became of it. */
export interface OpenedState {
  /** The file that is looked at; null where what was given holds none. */
  readonly file: File | null;
  /** Null while it is being checked for the first time. */
  readonly opening: Opening | null;
  /** Why what was given last cannot be used; null while all can. */
  readonly fault: string | null;
  /** The evidence files that were given beside it; null while there is no list to hold them against. */
  readonly files: FileChecksState | null;
}
export interface OpenedProofHandle extends OpenedState {
  /** Checks it again, by the newest keys. */
  readonly again: () => void;
  /** Opens another proof, or holds files against the list of this one. */
  readonly add: (files: readonly File[]) => void;
  /** Ends the hashing that is under way. */
  readonly stop: () => void;
  /** Forgets files that differ. */
  readonly clear: () => void;
}
const nothing: OpenedState = { file: null, opening: null, fault: null, files: null };
const unreadable: Opening = {
  state: 'failed',
  problem: { code: 'storage', message: 'What this device holds cannot be read just now.', retry: true },
};

/** What is open now; another one takes its place whole, and what is under way for the one before then changes nothing. */
interface Session {
  readonly file: File;
  checks: FileChecks | null;
  /** Checks begun, and whether one has ended: only the newest tells, since one that ends late knows older keys and fewer files. */
  begun: number;
  ended: boolean;
}

/** Opens what was dropped, picked or handed over, and again whenever more is: another proof takes its place, other files are hashed here and held against its list. */
export function useOpenedProof(given: readonly File[], ports: OpenPorts): OpenedProofHandle {
  const [state, setState] = useState<OpenedState>(nothing);
  const session = useRef<Session | null>(null);

  const check = useCallback(
    async (mine: Session): Promise<Opening> => {
      mine.begun += 1;
      const round = mine.begun;
      const digests = mine.checks === null ? [] : [...mine.checks.get().digests.values()];
      const opening = await openProofHere(mine.file, digests.length === 0 ? null : digests, ports).catch(() => unreadable);
      mine.ended = true;
      if (session.current === mine && mine.begun === round) setState((before) => ({ ...before, opening }));
      return opening;
    },
    [ports],
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
      await ports.freshKeys();
      const opening = await check(mine);
      if (session.current !== mine) return;
      if (opening.state !== 'checked') return;
      if (opening.pack !== null) {
        const checks = createFileChecks(opening.pack, ports.tenantId, evidenceWorker, serverNow);
        mine.checks = checks;
        const tell = () => session.current === mine && setState((before) => ({ ...before, files: checks.get() }));
        checks.listen(tell);
        tell();
      }
      await hold(mine, evidence);
    },
    [ports, check, hold],
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
  // A key that is withdrawn, retired or another takes a standing verdict with it.
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
    if (mine !== null) void ports.freshKeys().then(() => check(mine));
  }, [ports, check]);
  const stop = useCallback(() => session.current?.checks?.cancel(), []);
  const clear = useCallback(() => {
    const mine = session.current;
    if (mine?.checks == null) return;
    mine.checks.clear();
    void check(mine);
  }, [check]);
  return { ...state, again, add, stop, clear };
}
