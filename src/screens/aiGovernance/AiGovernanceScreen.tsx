import { Bot } from 'lucide-react';
import { useRefresh } from '../../bridge/useRefresh.ts';
import { LoadStates } from '../../ui/page/LoadStates.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { PageAge, RefreshButton } from '../../ui/page/PageAge.tsx';
import { DetailCardSkeleton, DetailGrid } from '../../ui/panel/DetailCard.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { AgentCard } from './AgentCard.tsx';
import { modeRows } from './model.ts';
import { useAgents } from './queries.ts';

const modeHeads = [
  { id: 'mode', label: 'Mode' },
  { id: 'meaning', label: 'What an agent in it does' },
  { id: 'follows', label: 'What follows' },
  { id: 'agents', label: 'Agents in it' },
] as const;

/** AI Governance: the agents that watch, propose and decide, and how far each is trusted. */
export function AiGovernanceScreen() {
  const { state, problem, views, enabled, freshness } = useAgents();
  const { busy, refresh } = useRefresh(['aiAgents']);
  const stale = freshness.kind === 'stale';
  return (
    <Page
      title="AI Governance"
      badge={enabled !== null && <span className="uk-fg3">{stale ? `When last known, ${enabled}` : enabled}</span>}
      actions={<PageAge freshness={freshness} busy={busy} onRefresh={refresh} />}
    >
      <Stack>
        <LoadStates
          state={state}
          problem={problem}
          onRetry={refresh}
          busy={busy}
          empty={{
            icon: Bot,
            title: 'No agents available',
            text: 'The agents of the platform appear here with their mode, confidence and accuracy once they are registered.',
            action: <RefreshButton busy={busy} onRefresh={refresh} />,
          }}
          skeleton={
            <DetailGrid busy minPx={320}>
              {[0, 1, 2].map((place) => (
                <DetailCardSkeleton key={place} lines={2} />
              ))}
            </DetailGrid>
          }
        >
          {() => (
            <>
              <DetailGrid busy={false} minPx={320}>
                {views.map((view) => (
                  <AgentCard key={view.agentId} view={view} freshness={freshness} />
                ))}
              </DetailGrid>
              <Panel title="Modes" note="how far an agent is trusted" freshness={freshness}>
                <PlainTable
                  label="Modes"
                  edgeless
                  stacksUnder="mode"
                  heads={modeHeads}
                  rows={modeRows(views).map(({ mode, agents }) => ({
                    id: mode.word,
                    cells: [
                      <StatusBadge key="mode" status={mode.look}>
                        {mode.word}
                      </StatusBadge>,
                      mode.meaning,
                      mode.follows,
                      agents.length === 0 ? <span className="uk-fg3">none</span> : agents.join(', '),
                    ],
                  }))}
                />
              </Panel>
            </>
          )}
        </LoadStates>
      </Stack>
    </Page>
  );
}
