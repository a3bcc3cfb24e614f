import { useCallback, useMemo, useState } from 'react';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { HeldKeys, RecordVerdict, SignedRecord } from '../../contracts/verdict.ts';
import { evidenceWorker } from './evidence.ts';
import { hubStatus } from '../hub/pageState.ts';
import { useSteadyCheck } from '../hub/steadyCheck.ts';
import { strangers } from './unknownKeyAlert.ts';
import { useHeldKeys } from './useHeldKeys.ts';
import { serverNow } from '../hub/useServerNow.ts';

/** Results of checking a list's signatures on this device. */
export interface RecordChecks {
  /** By record id; empty until the first check is done, and without rows that changed since. */
  readonly verdicts: ReadonlyMap<string, RecordVerdict>;
  /** Why nothing could be checked; null when all is well. */
  readonly problem: Problem | null;
  /** Checks all of them again, now. */
  readonly again: () => void;
}

interface Subject {
  readonly records: readonly SignedRecord[];
  /** Each record's full text: a verdict applies to exactly what was checked. */
  readonly texts: readonly string[];
  readonly held: HeldKeys;
  /** Number of the check requested by hand; earlier results do not count for it. */
  readonly round: number;
}

async function check({ records, held }: Subject): Promise<Result<readonly RecordVerdict[]>> {
  const { session } = hubStatus.get();
  const tenantId = session.phase === 'signedIn' ? session.tenant.tenantId : null;
  const outcome = await evidenceWorker.checkRecords({ records, held, tenantId }, new Date(serverNow()).toISOString());
  for (const { signed } of outcome.ok ? outcome.value : [])
    if (signed.state === 'failed' && signed.code === 'unknown_kid' && signed.evidence.kid !== null) strangers.note(signed.evidence.kid);
  return outcome;
}

/**
 * Checks records like evidence (D-33): on this device, with the stored keys, also offline, and again whenever a row or the key set
 * changes. `records` should keep its identity while its rows do.
 */
export function useRecordChecks(records: readonly SignedRecord[]): RecordChecks {
  const held = useHeldKeys();
  const [round, setRound] = useState(0);
  const texts = useMemo(() => records.map((record) => JSON.stringify(record)), [records]);
  const subject = useMemo(
    // Without a key nothing can be said, neither that a signature is valid nor that it is not.
    () => (held === null || held.fetchedAt === null || records.length === 0 ? null : { records, texts, held, round }),
    [records, texts, held, round],
  );
  const newest = useSteadyCheck(subject, check);
  const checked = newest?.of.round === round ? newest : null;
  const verdicts = useMemo(() => {
    if (checked?.outcome.ok !== true) return new Map<string, RecordVerdict>();
    const { of: asked, outcome } = checked;
    // The worker answers in the order of the records.
    const byText = new Map(outcome.value.map((verdict, place) => [asked.texts[place] ?? '', verdict]));
    return new Map(
      texts.flatMap((text) => {
        const verdict = byText.get(text);
        return verdict === undefined ? [] : [[verdict.recordId, verdict] as const];
      }),
    );
  }, [texts, checked]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return { verdicts, problem: checked === null || checked.outcome.ok ? null : checked.outcome.problem, again };
}
