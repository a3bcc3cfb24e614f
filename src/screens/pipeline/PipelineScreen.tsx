import { screenHref } from '../../domain/screens/link.ts';
import { Inbox, Workflow } from 'lucide-react';
import { Link } from '../../bridge/address/Link.tsx';
import { useAddress } from '../../bridge/address/useAddress.ts';
import { useRefresh } from '../../bridge/reads/useRefresh.ts';
import { windowNames, windowLabels } from '../../domain/series/seriesWindows.ts';
import { formatCount } from '../../domain/format.ts';
import { withinSlo } from '../../domain/claims/states.ts';
import { type FreshnessState, isLost } from '../../domain/freshness/freshness.ts';
import { FilterMenu } from '../../ui/controls/FilterMenu.tsx';
import { useMedia } from '../../ui/overlay/useMedia.ts';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { NothingHeld } from '../../ui/page/NothingHeld.tsx';
import { LoadFailed } from '../../ui/page/LoadFailed.tsx';
import { HowComputed } from '../../ui/figures/HowComputed.tsx';
import { Column, Columns, Page, Stack } from '../../ui/page/Page.tsx';
import { RefreshButton } from '../../ui/page/PageAge.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { NumberStrip, NumberStripSkeleton } from '../../ui/panel/NumberStrip.tsx';
import { StageCardSkeleton } from '../../ui/panel/StageCard.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { HaltedLabels } from '../../ui/status/HaltedLabels.tsx';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { ChangesPanel } from './ChangesPanel.tsx';
import { ErrorsPanel } from './ErrorsPanel.tsx';
import type { PipelineTotals } from './model.ts';
import { usePipeline } from './queries.ts';
import { Stage } from './Stage.tsx';
import './pipeline.css';

/** Pipeline Monitor (C-27): four stages against their limits, suggestions, latest errors and changes. */
export function PipelineScreen() {
  const [{ window }, show] = useAddress('pipeline');
  const view = usePipeline(window);
  const phone = useMedia('(max-width: 599px)');
  const refreshing = useRefresh(['pipeline', 'dlq', 'series:1h', `series:${window}`]);

  return (
    <Page
      title="Pipeline Monitor"
      badge={view.totals !== null && <BreachBadge totals={view.totals} freshness={view.freshness} />}
      actions={
        <>
          <FreshnessChip value={view.freshness} />
          <FilterMenu
            label="History"
            value={window}
            options={windowNames.map((value) => ({ value, label: windowLabels[value] }))}
            onChange={(value) => show({ window: value })}
          />
          {/* On a phone the tab bar already links to the queue. */}
          {!phone && (
            <Link href={screenHref('dlq')} asChild>
              <LinkButton icon={Inbox}>
                Dead letters
                {view.errorsState === 'ready' || view.errorsState === 'empty' ? (
                  <b className="uk-num">{formatCount(view.deadLetterCount)}</b>
                ) : null}
              </LinkButton>
            </Link>
          )}
          <HowComputed screen="pipeline" />
          <RefreshButton refreshing={refreshing} />
        </>
      }
    >
      <Stack>
        {view.totals !== null && (
          <Card as="div">
            <Totals totals={view.totals} halted={view.freshness.kind === 'halted'} />
          </Card>
        )}
        {view.state === 'loading' && (
          <Card as="div">
            <NumberStripSkeleton count={4} />
          </Card>
        )}
        {view.state === 'failed' && <LoadFailed problem={view.problem} refreshing={refreshing} />}
        {view.state === 'empty' && (
          <Card as="div">
            <NothingHeld
              freshness={view.freshness}
              icon={Workflow}
              title="No pipeline data available"
              action={<RefreshButton refreshing={refreshing} />}
            >
              The stages from intake to bank appear here with queue, rate and lag once they report.
            </NothingHeld>
          </Card>
        )}
        <div className="pipeline-flow" aria-busy={view.state === 'loading'}>
          {view.state === 'loading' && [0, 1, 2, 3].map((place) => <StageCardSkeleton key={place} />)}
          {view.state === 'ready' &&
            view.views.map((stage) => (
              <Stage
                key={stage.name}
                stage={stage}
                freshness={view.freshness}
                history={view.historyState}
                lost={view.lost}
                halt={view.halt}
                window={window}
              />
            ))}
        </div>
        {view.state !== 'empty' && (
          <Columns>
            <Column span={6}>
              <ErrorsPanel
                state={view.errorsState}
                errors={view.errors}
                freshness={view.errorsFreshness}
                unread={view.errorsUnread}
                cameDamaged={view.errorsDamaged}
              />
            </Column>
            <Column span={6}>
              <ChangesPanel
                state={view.changesState}
                changes={view.changes}
                unknown={view.changesUnknown}
                freshness={view.changesFreshness}
              />
            </Column>
          </Columns>
        )}
      </Stack>
    </Page>
  );
}

function BreachBadge({ totals, freshness }: { readonly totals: PipelineTotals; readonly freshness: FreshnessState }) {
  const { breaches, near, unread, words } = totals;
  return (
    <ClaimBadge claim={withinSlo('pipeline', { breaches, near, unread, freshness })}>
      {freshness.kind === 'halted' ? <HaltedLabels halt={freshness} /> : isLost(freshness) ? `Was: ${words}` : words}
    </ClaimBadge>
  );
}

/** While work is halted, queue lengths are those at the halt, and there is no rate. */
function Totals({ totals, halted }: { readonly totals: PipelineTotals; readonly halted: boolean }) {
  const then = halted ? ' when halted' : '';
  return (
    <NumberStrip
      items={[
        { value: totals.queued, label: `items queued${then}` },
        halted ? { value: '–', label: 'processed per min, halted' } : { value: totals.perMinute, label: 'processed per min, end to end' },
        { value: totals.errors, label: `${totals.errors === '1' ? 'error' : 'errors'} waiting${then}` },
        { value: `${totals.longestLag} min`, label: `${halted ? 'lag when halted' : 'longest lag'}, ${totals.longest}` },
      ]}
    />
  );
}
