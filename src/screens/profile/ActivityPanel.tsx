import { History } from 'lucide-react';
import { Link } from '../../bridge/address/Link.tsx';
import type { ReadPanel } from '../../bridge/reads/useReadPanel.ts';
import type { OwnActivity } from '../../contracts/identity.ts';
import { CameDamagedLines } from '../../ui/page/CameDamagedLines.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { FeedList } from '../../ui/panel/FeedList.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { activityLine } from './model.ts';

/** The user's newest acts in the audit record, and failed sign-in attempts. */
export function ActivityPanel({ panel }: { readonly panel: ReadPanel<{ activities: OwnActivity[] }> }) {
  const acts = panel.value?.activities ?? [];
  return (
    <Panel title="Recent Activity" note="from the audit record of this tenant" freshness={panel.freshness}>
      {panel.state === 'loading' && <Skeleton w="100%" h={160} block />}
      {panel.state === 'failed' && <ProblemPanel problem={panel.problem} onRetry={panel.refresh} busy={panel.busy} />}
      <CameDamagedLines rows={panel.cameDamaged} />
      {panel.state === 'empty' && (
        <EmptyState icon={History} title="Nothing yet">
          Your changes in this tenant are listed here, with time and place.
        </EmptyState>
      )}
      {acts.length > 0 && (
        <FeedList
          label="Recent activity"
          beside="server"
          Link={Link}
          items={acts.map((act) => ({ id: act.id, at: act.timestamp, ...activityLine(act) }))}
        />
      )}
    </Panel>
  );
}
