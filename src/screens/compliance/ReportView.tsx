import { ArrowLeft, Download, FileX, Printer } from 'lucide-react';
import { useEffect } from 'react';
import { saveProof } from '../../bridge/proof/saveProof.ts';
import type { Report } from '../../contracts/report.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { saveFile } from '../../ui/controls/saveFile.ts';
import { SaveProof } from '../../ui/evidence/SaveProof.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { useReport, useReportCheck } from './queries.ts';
import { keySetFile, type ReportFile, reportFiles } from './reportFiles.ts';
import { ReportPaper } from './ReportPaper.tsx';
import './report.css';
import { deedDone } from '../../domain/claims/told.ts';

interface ReportViewProps {
  readonly reportId: string;
  readonly onBack: () => void;
}

const save = ({ name, type, text }: ReportFile): void => saveFile(name, new Blob([text], { type }));

/** One report in place of the page: to read, check, print on A4 and download. */
export function ReportView({ reportId, onBack }: ReportViewProps) {
  const { state, value, problem, freshness, busy, refresh } = useReport(reportId);
  useEffect(() => {
    // The browser proposes the title as the name of the printed file.
    const before = document.title;
    document.title = `${reportId} · Ukweli`;
    return () => {
      document.title = before;
    };
  }, [reportId]);
  const back = (
    <Button icon={ArrowLeft} onClick={onBack}>
      All reports
    </Button>
  );
  if (value !== null) return <Held report={value} back={back} chip={<FreshnessChip value={freshness} />} />;
  return (
    <Page title={reportId} actions={back}>
      <Stack>
        {state === 'loading' ? (
          <Card as="div" className="report-paper" busy>
            <Skeleton w={220} h={24} block />
            <Skeleton w="60%" h={14} block />
            <Skeleton w="100%" h={72} block />
            <Skeleton w="100%" h={180} block />
            <Skeleton w="100%" h={120} />
          </Card>
        ) : (
          <Card as="div">
            {problem?.code === 'not_found' ? (
              <EmptyState icon={FileX} title="No such report" action={<Button onClick={onBack}>All reports</Button>}>
                {reportId} is not a report of this tenant.
              </EmptyState>
            ) : (
              <ProblemPanel
                problem={problem}
                onRetry={refresh}
                busy={busy}
                title="Failed to load the report"
                message={problem?.message ?? 'An error occurred while loading this content.'}
                stillWorks="Reports opened before can still be read."
              />
            )}
          </Card>
        )}
      </Stack>
    </Page>
  );
}

function Held({ report, back, chip }: { readonly report: Report; readonly back: React.ReactNode; readonly chip: React.ReactNode }) {
  const { check, keys } = useReportCheck(report);
  const files = reportFiles(report);
  const both = () => {
    save(files.json);
    save(files.proof);
    toast({
      claim: deedDone(files.json.name, { deed: 'filesSaved', of: '2 files', problem: null }),
      text: `${files.json.name} and ${files.proof.name}`,
    });
  };
  const single: readonly (readonly [string, ReportFile | null])[] = [
    ['Report', files.json],
    ['Proof', files.proof],
    ['Key set', keys.length === 0 ? null : keySetFile(keys)],
  ];
  return (
    <Page
      title={report.reportId}
      badge={chip}
      actions={
        <>
          {back}
          <Button icon={Printer} onClick={() => print()}>
            Print
          </Button>
          <SaveProof record={{ kind: 'report', value: report }} id={report.reportId} prepare={saveProof} />
          <Button kind="primary" icon={Download} onClick={both}>
            Download report and proof
          </Button>
        </>
      }
    >
      <Stack>
        <ReportPaper report={report} check={check} />
        <div className="report-files" data-print="none">
          <span className="uk-fg3">One by one:</span>
          {single.map(([label, file]) => (
            <Button
              key={label}
              size="sm"
              kind="ghost"
              icon={Download}
              onClick={() => file !== null && save(file)}
              {...(file === null ? { disabledReason: 'No signing keys on this device yet' } : {})}
            >
              {label}
            </Button>
          ))}
        </div>
      </Stack>
    </Page>
  );
}
