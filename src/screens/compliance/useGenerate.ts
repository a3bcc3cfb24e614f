import { useEffect, useRef, useState } from 'react';
import { fetchApi } from '../../bridge/fetchApi.ts';
import { useInvalidate } from '../../bridge/useApiQuery.ts';
import { complianceEndpoints } from '../../contracts/complianceEndpoints.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { ReportKind } from '../../contracts/report.ts';
import type { Stretch } from '../../domain/reportRules.ts';
import { failedTitle } from '../../domain/lostAnswer.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { kindWords } from './reportModel.ts';
import { deedDone } from '../../domain/claims/told.ts';

const calls = { pcaf: complianceEndpoints.generatePcafReport, issb: complianceEndpoints.generateIssbReport };

/** Generating a report of one kind. */
export interface Generate {
  readonly busy: boolean;
  /** Why the last try brought none; null when it did, or while trying. */
  readonly problem: Problem | null;
  /** Makes it of a period; null for the platform's own, the twelve months up to now. */
  readonly run: (period: Stretch | null) => void;
  /** The last try again, of the same period. */
  readonly again: () => void;
}

/** Of a report that could not be made. */
export const notGenerated = (kind: ReportKind, problem: Problem): string =>
  failedTitle(`The ${kindWords[kind].name} report could not be generated`, problem);

/**
 * Has the platform make a report and tells its id. A try that ended without an answer is repeated under the same key, so that a
 * report which was made after all is not made twice. Whoever has gone elsewhere meanwhile is told in a message and left where he is.
 */
export function useGenerate(kind: ReportKind, onMade: (reportId: string) => void): Generate {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const key = useRef<string | null>(null);
  const invalidate = useInvalidate();
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  const asked = useRef<Stretch | null>(null);

  const run = (period: Stretch | null) => {
    // Another period is another report: only the same one may turn out to have been made already.
    if (JSON.stringify(period) !== JSON.stringify(asked.current)) key.current = null;
    asked.current = period;
    key.current ??= crypto.randomUUID();
    setBusy(true);
    setProblem(null);
    void fetchApi(calls[kind], { idempotencyKey: key.current, ...(period === null ? {} : { body: { period } }) }).then((answer) => {
      setBusy(false);
      // Only a silence leaves open whether it took effect.
      if (answer.ok || !answer.problem.retry) key.current = null;
      if (!answer.ok) {
        setProblem(answer.problem);
        if (!shown.current) toast({ tone: 'bad', title: notGenerated(kind, answer.problem), text: answer.problem.message });
        return;
      }
      invalidate(complianceEndpoints.reports);
      const { reportId } = answer.value.value;
      if (shown.current) onMade(reportId);
      else
        toast({
          claim: deedDone(reportId, { deed: 'reportGenerated', of: reportId, problem: null }),
          text: 'It stands first in the report history.',
        });
    });
  };
  return { busy, problem, run, again: () => run(asked.current) };
}
