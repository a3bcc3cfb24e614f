import { FileSignature } from 'lucide-react';
import { useState } from 'react';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import { useReadPanel } from '../../bridge/useReadPanel.ts';
import { serverNow } from '../../bridge/useServerNow.ts';
import { complianceEndpoints } from '../../contracts/complianceEndpoints.ts';
import type { ReportKind, ReportPreview } from '../../contracts/report.ts';
import { businessNowOf } from '../../domain/businessClock.ts';
import { formatCount, plural } from '../../domain/format.ts';
import { nothingToReport, type ReportPeriod, reportPeriods, type Stretch, stretchOf } from '../../domain/reportRules.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { kindWords } from './reportModel.ts';
import { tonnes } from './tonnes.ts';

const periodNames: Readonly<Record<ReportPeriod, string>> = {
  current: 'The twelve months up to now',
  thisYear: 'This year up to now',
  lastYear: 'Last year',
  lastQuarter: 'Last quarter',
};
const periods = reportPeriods.map((value) => ({ value, label: periodNames[value] }));

const figureNames: Readonly<Record<ReportPreview['figures'][number]['of'], string>> = {
  financed: 'Financed emissions, a year',
  financedAvoided: 'Financed avoided emissions, a year',
  verified: 'Verified reductions',
  estimated: 'Estimated reductions',
  creditsVerified: 'Carbon credits, verified',
  creditsEstimated: 'Carbon credits, estimated',
};

interface GenerateDialogProps {
  readonly kind: ReportKind;
  /** Why none can be made now; null where one can. */
  readonly barred: string | null;
  /** The period asked for; null for the platform's own. */
  readonly onConfirm: (period: Stretch | null) => void;
  readonly onClose: () => void;
}

/** Before a report is made for good: for which period, and what it would say (T-7). Nothing is signed until it is confirmed. */
export function GenerateDialog({ kind, barred, onConfirm, onClose }: GenerateDialogProps) {
  const { simulation, session } = useHubStatus();
  const zone = session.phase === 'signedIn' ? session.tenant.timeZone : 'UTC';
  // As it was when the dialog opened: a period that moved by the second would be previewed by the second.
  const [now] = useState(() => businessNowOf(simulation, serverNow()));
  const [period, setPeriod] = useState<ReportPeriod>('current');
  const stretch = stretchOf(period, now, zone);
  const preview = useReadPanel(complianceEndpoints.reportPreview, { query: { kind, ...stretch } }, () => 1);
  const { name } = kindWords[kind];
  const shown = preview.value;
  const nothing = shown === null ? null : nothingToReport(kind, shown);
  const blocked = barred ?? nothing ?? (shown === null ? 'The figures are not here yet.' : null);
  return (
    <Dialog
      open
      onClose={onClose}
      icon={FileSignature}
      title={`Generate ${name} report`}
      description="Choose its period and look at its figures. Once confirmed it is signed and kept for good."
      note={blocked ?? 'Signed as of the moment you confirm'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={() => onConfirm(stretch)} {...(blocked === null ? {} : { disabledReason: blocked })}>
            Sign and keep
          </Button>
        </>
      }
    >
      <div className="report-generate">
        <SelectField label="Period" value={period} options={periods} onChange={setPeriod} />
        <section aria-label="Preview" className="report-preview" aria-busy={shown === null && preview.problem === null ? true : undefined}>
          {shown === null ? (
            preview.problem === null ? (
              [0, 1, 2, 3].map((line) => <Skeleton key={line} w="100%" h={18} block />)
            ) : (
              <ProblemPanel problem={preview.problem} onRetry={preview.refresh} busy={preview.busy} title="No preview" />
            )
          ) : (
            <Figures preview={shown} nothing={nothing} />
          )}
        </section>
      </div>
    </Dialog>
  );
}

function Figures({ preview, nothing }: { readonly preview: ReportPreview; readonly nothing: string | null }) {
  const { kind, period, assets, verifications, figures } = preview;
  return (
    <>
      {nothing !== null && (
        <Banner tone="info" lead="No data.">
          {nothing.replace(/^No data: /, '').replace(/^./, (first) => first.toUpperCase())}.
        </Banner>
      )}
      <KeyValueList
        items={[
          { key: 'From', value: <Time at={period.from} as="dateTime" zone /> },
          { key: 'To', value: <Time at={period.to} as="dateTime" zone /> },
          ...figures.map(({ of, value }) => ({
            key: figureNames[of],
            value: <b>{of === 'creditsVerified' || of === 'creditsEstimated' ? formatCount(value) : tonnes(value)}</b>,
          })),
          {
            key: 'Made from',
            value: `${plural(verifications, 'verification')} of the period${kind === 'pcaf' ? `, ${plural(assets, 'financed asset')} as they stand now` : ''}`,
          },
        ]}
      />
    </>
  );
}
