import { useEffect, useRef, useState } from 'react';
import { fetchApi } from '../../bridge/fetchApi.ts';
import { useInvalidate } from '../../bridge/useApiQuery.ts';
import { complianceEndpoints } from '../../contracts/complianceEndpoints.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { ReportKind } from '../../contracts/report.ts';
import type { Stretch } from '../../domain/reportRules.ts';
import { failedTitle } from '../../domain/lostAnswer.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { kindLabels } from './reportModel.ts';
import { deedDone } from '../../domain/claims/told.ts';

const calls = { pcaf: complianceEndpoints.generatePcafReport, issb: complianceEndpoints.generateIssbReport };

/** Generating a report of one kind. */
export interface Generate {
  readonly busy: boolean;
  /** Why the last attempt failed; null if it succeeded or is running. */
  readonly problem: Problem | null;
  /** Generates a report for a period; null for the platform's default, the last twelve months. */
  readonly run: (period: Stretch | null) => void;
  /** Repeats the last attempt with the same period. */
  readonly again: () => void;
}

/** Title for a report that could not be generated. */
export const notGenerated = (kind: ReportKind, problem: Problem): string =>
  failedTitle(`The ${kindLabels[kind].name} report could not be generated`, problem);

/**
 * Asks the platform to generate a report and passes on its id. An attempt without an answer is repeated under the same idempotency key,
 * so that no report is made twice. A user who has left the screen gets a toast and is not moved.
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
    // Another period is another report and needs a new key.
    if (JSON.stringify(period) !== JSON.stringify(asked.current)) key.current = null;
    asked.current = period;
    key.current ??= crypto.randomUUID();
    setBusy(true);
    setProblem(null);
    void fetchApi(calls[kind], { idempotencyKey: key.current, ...(period === null ? {} : { body: { period } }) }).then((answer) => {
      setBusy(false);
      // Keep the key only if it is unknown whether the call took effect.
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
          text: 'It is first in the report history.',
        });
    });
  };
  return { busy, problem, run, again: () => run(asked.current) };
}
