import { useEffect, useState } from 'react';
import { type ContextOutcome, copyContext, downloadContext, type ScannedContext, scannedContext } from '../../bridge/hub/diagnostics.ts';
import type { PersonalDataReport } from '../../domain/diagnostics/scan.ts';
import { saveFile } from '../../ui/controls/saveFile.ts';
import { announce } from '../../ui/feedback/LiveRegion.tsx';

/** How long 'Copied' stays on a button (I-19), milliseconds. */
const doneMs = 2000;

/** The displayed diagnostic context, and the results of copying and downloading it. */
export interface Diagnostics {
  /** Null until it is created. */
  readonly scanned: ScannedContext | null;
  readonly outcome: ContextOutcome | null;
  /** Why nothing may leave; null if it may. */
  readonly report: PersonalDataReport | null;
  /** The action that has just succeeded. */
  readonly done: 'copy' | 'download' | null;
  readonly copy: () => void;
  readonly download: () => void;
}

/** Creates and scans the context when it is first shown; both actions create it again (C-51, C-66). */
export function useDiagnostics(looked: boolean): Diagnostics {
  const [scanned, setScanned] = useState<ScannedContext | null>(null);
  const [outcome, setOutcome] = useState<ContextOutcome | null>(null);
  const [done, setDone] = useState<'copy' | 'download' | null>(null);
  useEffect(() => {
    if (!looked) return;
    let shown = true;
    void scannedContext().then((made) => shown && setScanned(made));
    return () => {
      shown = false;
    };
  }, [looked]);
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => setDone(null), doneMs);
    return () => clearTimeout(timer);
  }, [done]);
  const act = async (which: 'copy' | 'download', running: Promise<ContextOutcome>, words: string): Promise<void> => {
    const ended = await running;
    setOutcome(ended);
    if (ended.state !== 'done') return;
    setDone(which);
    announce(words);
  };
  return {
    scanned,
    outcome,
    report: outcome?.state === 'refused' ? outcome.report : scanned?.state === 'refused' ? scanned.report : null,
    done,
    copy: () => void act('copy', copyContext(), 'Context copied'),
    download: () => void act('download', downloadContext(saveFile), 'Context handed to the browser'),
  };
}
