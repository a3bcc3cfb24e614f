import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { usePerson } from '../../bridge/acts/useMay.ts';
import type { ReadPanel } from '../../bridge/reads/useReadPanel.ts';
import { reportKinds, type ReportKind, type ReportsResponse } from '../../contracts/report.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Column, Columns } from '../../ui/page/Page.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { GenerateDialog } from './GenerateDialog.tsx';
import { generatingDisabledReason, kindLabels, type Latest, latestOf } from './reportModel.ts';
import { notGenerated, useGenerate } from './useGenerate.ts';
import { deedDone } from '../../domain/claims/told.ts';
import { Who } from '../../ui/text/Who.tsx';

interface ReportCardsProps {
  readonly reports: ReadPanel<ReportsResponse>;
  readonly onOpen: (reportId: string) => void;
}

/** One card per kind of report (C-33): the newest report with its headline figure, and the action that generates another. */
export function ReportCards({ reports, onOpen }: ReportCardsProps) {
  return (
    <Columns>
      {reportKinds.map((kind) => (
        <Column key={kind} span={6}>
          <ReportCard kind={kind} reports={reports} onOpen={onOpen} />
        </Column>
      ))}
    </Columns>
  );
}

function ReportCard({ kind, reports, onOpen }: ReportCardsProps & { readonly kind: ReportKind }) {
  const { name, subject } = kindLabels[kind];
  const status = useHubStatus();
  const person = usePerson();
  // A user who views the console in another role is offered that role's actions (D-5).
  const disabledReason = generatingDisabledReason(status, person?.active);
  const [asking, setAsking] = useState(false);
  const { busy, problem, run, again } = useGenerate(kind, (reportId) => {
    announce(deedDone(reportId, { deed: 'reportGenerated', of: reportId, problem: null }));
    onOpen(reportId);
  });
  const latest = latestOf(reports.value?.reports ?? [], kind);
  return (
    <Panel
      className="report-card"
      title={`${name} report`}
      note={subject.toLowerCase()}
      freshness={reports.freshness}
      busy={reports.state === 'loading'}
    >
      <Newest kind={kind} latest={latest} reports={reports} />
      {problem !== null && (
        <ErrorPanel
          title={notGenerated(kind, problem)}
          message={problem.message}
          stillWorks="Reports made before can still be opened."
          {...(problem.correlationId === undefined ? {} : { correlationId: problem.correlationId })}
        />
      )}
      <div className="report-card-actions uk-actions">
        <Button
          kind="primary"
          icon={FileText}
          busy={busy}
          busyText="Generating…"
          onClick={problem === null ? () => setAsking(true) : again}
          {...(disabledReason === null ? {} : { disabledReason: disabledReason })}
        >
          {problem === null ? `Generate ${name} report` : 'Try again'}
        </Button>
        {latest !== null && <Button onClick={() => onOpen(latest.report.reportId)}>Open {latest.report.reportId}</Button>}
      </div>
      {disabledReason !== null && <p className="uk-small uk-fg3 report-card-barred">{disabledReason}</p>}
      {asking && (
        <GenerateDialog
          kind={kind}
          disabledReason={disabledReason}
          onClose={() => setAsking(false)}
          onConfirm={(period) => {
            setAsking(false);
            run(period);
          }}
        />
      )}
    </Panel>
  );
}

function Newest({
  kind,
  latest,
  reports,
}: { readonly kind: ReportKind; readonly latest: Latest | null } & Pick<ReportCardsProps, 'reports'>) {
  if (reports.state === 'loading')
    return (
      <div className="report-newest">
        <Skeleton w={176} h={14} block />
        <Skeleton w={148} h={32} block />
        <Skeleton w={264} h={14} />
      </div>
    );
  if (reports.state === 'failed')
    return (
      <ProblemPanel
        problem={reports.problem}
        onRetry={reports.refresh}
        busy={reports.busy}
        title="Failed to load reports"
        message={reports.problem?.message ?? 'An error occurred while loading this content.'}
      />
    );
  if (latest === null)
    return (
      <div className="report-newest">
        <p className="uk-fg2">No {kindLabels[kind].name} report yet.</p>
        <p className="uk-small uk-fg3">Its period and figures are shown before it is signed.</p>
      </div>
    );
  const { report, figure, change } = latest;
  const [number = '', unit = ''] = figure.split(/ (.*)/);
  return (
    <div className="report-newest">
      <p className="uk-fg2">{kindLabels[kind].headline}</p>
      <p className="report-figure">
        {number} <small>{unit}</small>
      </p>
      <p className="uk-small uk-fg2">
        <span className="uk-mono">{report.reportId}</span>, <Time at={report.generatedAt} as="dateTime" zone /> by{' '}
        <Who name={report.generatedBy} id={report.generatedById} />
        {change !== null && <span className="uk-fg3">; {change}</span>}
      </p>
      <p className="uk-small uk-fg3">
        For <Time at={report.period.from} as="date" /> to <Time at={report.period.to} as="date" />
      </p>
    </div>
  );
}
