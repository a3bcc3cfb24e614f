import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Problem } from '../contracts/problem.ts';
import type { RecordVerdict, SignedRecord } from '../contracts/verdict.ts';
import { evidenceWorker } from './evidence.ts';
import { hubStatus } from './pageState.ts';
import { strangers } from './strangers.ts';
import { useHeldKeys } from './useHeldKeys.ts';
import { serverNow } from './useServerNow.ts';

/** What the signatures of a list came to on this device. */
export interface RecordChecks {
  /** By the record's id; empty until the first check is done, and never of rows that have changed since. */
  readonly verdicts: ReadonlyMap<string, RecordVerdict>;
  /** Why nothing could be checked; null while all is well. */
  readonly problem: Problem | null;
  /** Checks all of them again, now. */
  readonly again: () => void;
}

interface Checked {
  /** By the record's whole text: a verdict speaks for exactly what was checked. */
  readonly byText: ReadonlyMap<string, RecordVerdict>;
  readonly problem: Problem | null;
}
const unchecked: Checked = { byText: new Map(), problem: null };

/**
 * Checks records as evidence is checked (D-33): on this device, with the keys it holds, also without the network, and again whenever a
 * row or the key set changes. `records` should keep its identity while its rows do.
 */
export function useRecordChecks(records: readonly SignedRecord[]): RecordChecks {
  const held = useHeldKeys();
  const [checked, setChecked] = useState(unchecked);
  const [round, setRound] = useState(0);
  const texts = useMemo(() => records.map((record) => JSON.stringify(record)), [records]);
  useEffect(() => {
    // Without any key nothing can be said: not that a signature is good, nor that it is not.
    if (held === null || held.fetchedAt === null || records.length === 0) return;
    let current = true;
    const { session } = hubStatus.get();
    const tenantId = session.phase === 'signedIn' ? session.tenant.tenantId : null;
    void evidenceWorker.checkRecords({ records, held, tenantId }, new Date(serverNow()).toISOString()).then((outcome) => {
      if (!current) return;
      const verdicts = outcome.ok ? outcome.value : [];
      for (const { signed } of verdicts)
        if (signed.state === 'failed' && signed.code === 'unknown_kid' && signed.evidence.kid !== null) strangers.note(signed.evidence.kid);
      // In the order of the records, as the worker answers.
      setChecked({
        byText: new Map(verdicts.map((verdict, place) => [texts[place] ?? '', verdict])),
        problem: outcome.ok ? null : outcome.problem,
      });
    });
    return () => {
      current = false;
    };
  }, [records, texts, held, round]);
  const again = useCallback(() => {
    setChecked(unchecked);
    setRound((before) => before + 1);
  }, []);
  const verdicts = useMemo(
    () =>
      new Map(
        texts.flatMap((text) => {
          const verdict = checked.byText.get(text);
          return verdict === undefined ? [] : [[verdict.recordId, verdict] as const];
        }),
      ),
    [texts, checked],
  );
  return { verdicts, problem: checked.problem, again };
}
