import { useCallback, useMemo, useState } from 'react';
import type { Problem, Result } from '../contracts/problem.ts';
import type { HeldKeys, RecordVerdict, SignedRecord } from '../contracts/verdict.ts';
import { evidenceWorker } from './evidence.ts';
import { hubStatus } from './pageState.ts';
import { useSteadyCheck } from './steadyCheck.ts';
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

interface Subject {
  readonly records: readonly SignedRecord[];
  /** Each record's whole text: a verdict speaks for exactly what was checked. */
  readonly texts: readonly string[];
  readonly held: HeldKeys;
  /** Of a check that was asked for by hand; earlier ones do not speak for it. */
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
 * Checks records as evidence is checked (D-33): on this device, with the keys it holds, also without the network, and again whenever a
 * row or the key set changes. `records` should keep its identity while its rows do.
 */
export function useRecordChecks(records: readonly SignedRecord[]): RecordChecks {
  const held = useHeldKeys();
  const [round, setRound] = useState(0);
  const texts = useMemo(() => records.map((record) => JSON.stringify(record)), [records]);
  const subject = useMemo(
    // Without any key nothing can be said: not that a signature is good, nor that it is not.
    () => (held === null || held.fetchedAt === null || records.length === 0 ? null : { records, texts, held, round }),
    [records, texts, held, round],
  );
  const newest = useSteadyCheck(subject, check);
  const checked = newest?.of.round === round ? newest : null;
  const verdicts = useMemo(() => {
    if (checked?.outcome.ok !== true) return new Map<string, RecordVerdict>();
    const { of, outcome } = checked;
    // In the order of the records, as the worker answers.
    const byText = new Map(outcome.value.map((verdict, place) => [of.texts[place] ?? '', verdict]));
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
