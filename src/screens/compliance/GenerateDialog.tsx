import { FileSignature } from 'lucide-react';
import { useState } from 'react';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { useReadPanel } from '../../bridge/reads/useReadPanel.ts';
import { serverNow } from '../../bridge/hub/useServerNow.ts';
import { complianceEndpoints } from '../../contracts/complianceEndpoints.ts';
import type { ReportKind, ReportPreview } from '../../contracts/report.ts';
import { businessNowOf } from '../../domain/businessClock.ts';
import { formatCount, plural } from '../../domain/format.ts';
import { nothingToReport, type ReportPeriod, reportPeriods, type Stretch, stretchOf } from '../../domain/finance/reportRules.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { kindLabels } from './reportModel.ts';
import { tonnes } from './tonnes.ts';

const periodNames: Readonly<Record<ReportPeriod, string>> = {
  current: 'Last 12 months',
  thisYear: 'Year to date',
  lastYear: 'Last year',
  lastQuarter: 'Last quarter',
};
const periods = reportPeriods.map((value) => ({ value, label: periodNames[value] }));

const figureNames: Readonly<Record<ReportPreview['figures'][number]['of'], string>> = {
  financed: 'Financed emissions per year',
  financedAvoided: 'Financed avoided emissions per year',
  verified: 'Verified reductions',
  estimated: 'Estimated reductions',
  creditsVerified: 'Carbon credits, verified',
  creditsEstimated: 'Carbon credits, estimated',
};

interface GenerateDialogProps {
  readonly kind: ReportKind;
  /** Why no report can be generated now; null if one can. */
  readonly disabledReason: string | null;
  /** `period` is the chosen period; null for the platform's default. */
  readonly onConfirm: (period: Stretch | null) => void;
  readonly onClose: () => void;
}

/** Chooses the period of a report and previews its content (T-7). Nothing is signed before the user confirms. */
export function GenerateDialog({ kind, disabledReason, onConfirm, onClose }: GenerateDialogProps) {
  const { simulation, session } = useHubStatus();
  const zone = session.phase === 'signedIn' ? session.tenant.timeZone : 'UTC';
  // Fixed when the dialog opens: a moving period would request a new preview every second.
  const [now] = useState(() => businessNowOf(simulation, serverNow()));
  const [period, setPeriod] = useState<ReportPeriod>('current');
  const stretch = stretchOf(period, now, zone);
  const preview = useReadPanel(complianceEndpoints.reportPreview, { query: { kind, ...stretch } }, () => 1);
  const { name } = kindLabels[kind];
  const shown = preview.value;
  const nothing = shown === null ? null : nothingToReport(kind, shown);
  const blocked = disabledReason ?? nothing ?? (shown === null ? 'The figures have not loaded yet.' : null);
  return (
    <Dialog
      open
      onClose={onClose}
      icon={FileSignature}
      title={`Generate ${name} report`}
      description="Choose the period and check the figures. Once confirmed, the report is signed and kept permanently."
      note={blocked ?? 'Signed when you confirm'}
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
          ...figures.map(({ of: figure, value }) => ({
            key: figureNames[figure],
            value: <b>{figure === 'creditsVerified' || figure === 'creditsEstimated' ? formatCount(value) : tonnes(value)}</b>,
          })),
          {
            key: 'Based on',
            value: `${plural(verifications, 'verification')} of the period${kind === 'pcaf' ? `, ${plural(assets, 'financed asset')} in their current state` : ''}`,
          },
        ]}
      />
    </>
  );
}
