import { useAct } from '../../bridge/acts/useAct.ts';
import { complianceEndpoints } from '../../contracts/complianceEndpoints.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { ReportKind } from '../../contracts/report.ts';
import type { Stretch } from '../../domain/finance/reportRules.ts';
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
  const { busy, problem, run, again } = useAct({
    route: 'now',
    // Another period is another report and gets a new key.
    send: (period: Stretch | null, send) => send(calls[kind], period === null ? {} : { body: { period } }),
    touches: [complianceEndpoints.reports],
    done: ({ reportId }, { shown }) => {
      if (shown) onMade(reportId);
      else
        toast({
          claim: deedDone(reportId, { deed: 'reportGenerated', of: reportId, problem: null }),
          text: 'It is first in the report history.',
        });
    },
    failed: (failure, { shown }) => {
      if (!shown) toast({ tone: 'bad', title: notGenerated(kind, failure), text: failure.message });
    },
  });
  return { busy, problem, run: (period) => void run(period), again: () => void again() };
}
