import { Bot, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { hub } from '../../bridge/hub.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { AgentCard, AgentCardSkeleton } from './AgentCard.tsx';
import { useAgents } from './queries.ts';
import './aiGovernance.css';

/** AI Governance: the agents that watch, propose and decide, and how far each is trusted. */
export function AiGovernanceScreen() {
  const { state, problem, views, enabled, freshness } = useAgents();
  const [busy, setBusy] = useState(false);
  const refresh = () => {
    setBusy(true);
    void hub.refresh(['aiAgents']).finally(() => setBusy(false));
  };
  const lead = enabled === null ? undefined : freshness.kind === 'stale' ? `When last known, ${enabled}` : enabled;
  const refreshButton = (
    <Button icon={RefreshCw} busy={busy} onClick={refresh}>
      Refresh
    </Button>
  );
  return (
    <Page
      title="AI Governance"
      lead={lead}
      actions={
        <>
          <FreshnessChip value={freshness} />
          {refreshButton}
        </>
      }
    >
      <Stack>
        {state === 'failed' && (
          <ErrorPanel
            onRetry={refresh}
            busy={busy}
            message={problem?.message ?? 'An error occurred while loading this content.'}
            stillWorks="The menus and the other pages still work."
            {...(problem?.correlationId === undefined ? {} : { correlationId: problem.correlationId })}
          />
        )}
        {state === 'empty' && (
          <Card as="div">
            <EmptyState icon={Bot} title="No agents available" action={refreshButton}>
              The agents of the platform appear here with their mode, confidence and accuracy once they are registered.
            </EmptyState>
          </Card>
        )}
        <div className="agent-grid" aria-busy={state === 'loading'}>
          {state === 'loading' && [0, 1, 2].map((place) => <AgentCardSkeleton key={place} />)}
          {state === 'ready' && views.map((view) => <AgentCard key={view.agentId} view={view} freshness={freshness} />)}
        </div>
      </Stack>
    </Page>
  );
}
