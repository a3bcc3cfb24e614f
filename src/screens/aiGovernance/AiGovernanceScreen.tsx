import { Bot } from 'lucide-react';
import { useSearchParams } from '../../bridge/useAddress.ts';
import { hub } from '../../bridge/hub.ts';
import { useDecisions } from '../../bridge/useDecisions.ts';
import { useBarred } from '../../bridge/useMay.ts';
import { useRefresh } from '../../bridge/useRefresh.ts';
import { DecisionList } from '../../ui/feedback/DecisionList.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { HowComputed } from '../../ui/figures/HowComputed.tsx';
import { DrawerLayout } from '../../ui/overlay/Drawer.tsx';
import { LoadStates } from '../../ui/page/LoadStates.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { PageAge, RefreshButton } from '../../ui/page/PageAge.tsx';
import { DetailCardSkeleton, DetailGrid } from '../../ui/panel/DetailCard.tsx';
import { historyStateOf } from '../../domain/panelState.ts';
import { isLost } from '../../domain/freshness.ts';
import { AgentCard } from './AgentCard.tsx';
import { AgentDialog } from './AgentDialog.tsx';
import { AskDialog } from './AskDialog.tsx';
import { OverrideDrawer } from './OverrideDrawer.tsx';
import { OverridePanel } from './OverridePanel.tsx';
import { addressFrom, type GovernanceAddress, paramsOf } from './overrides.ts';
import { useAgents, useOverrides } from './queries.ts';
import { TrailPanel } from './TrailPanel.tsx';
import './governance.css';

/** AI Governance (C-36): the agents that watch, propose and decide, how far each is trusted, and where people know better. */
export function AiGovernanceScreen() {
  const [params, setParams] = useSearchParams();
  const address = addressFrom(params);
  const { state, problem, agents, views, enabled, freshness, unread, cameDamaged, agreementPanel } = useAgents();
  const requests = useOverrides();
  const decisions = useDecisions('aiGovernance');
  const barredFromGoverning = useBarred('action:govern_ai');
  const barredFromAsking = useBarred('action:request_override');
  const { busy, refresh } = useRefresh(['aiAgents', 'aiAgreement', 'aiOverrides', 'aiTrail']);
  // From the address as it is now: a dialog that closes late must not take back what was opened meanwhile.
  const show = (change: Partial<GovernanceAddress>) =>
    setParams((before) => new URLSearchParams(paramsOf({ ...addressFrom(before), ...change })), { replace: true });
  const stale = isLost(freshness);
  const opened = requests.overrides.find(({ overrideId }) => overrideId === address.override) ?? null;
  const askable = requests.predictions.some(({ predictionId }) => predictionId === opened?.predictionId);
  const changing = agents.find(({ agentId }) => agentId === address.agent);
  const waits = (overrideId: string) =>
    decisions.some(({ command, unsent }) => unsent && 'overrideId' in command && command.overrideId === overrideId);

  return (
    <DrawerLayout>
      <Page
        title="AI Governance"
        badge={state === 'ready' && enabled !== null && <span className="uk-fg3">{stale ? `When last known, ${enabled}` : enabled}</span>}
        actions={
          <>
            <HowComputed screen="aiGovernance" />
            <PageAge freshness={freshness} busy={busy} onRefresh={refresh} />
          </>
        }
      >
        <Stack>
          <DecisionList items={decisions} onTakeBack={(key) => void takeBack(key)} onDismiss={(keys) => void hub.dismissSettled(keys)} />
          <LoadStates
            state={state}
            problem={problem}
            freshness={freshness}
            unread={unread}
            cameDamaged={cameDamaged}
            what="agent"
            onRetry={refresh}
            busy={busy}
            empty={{
              icon: Bot,
              title: 'No agents available',
              text: 'The agents of the platform appear here with their mode, confidence and accuracy once they are registered.',
              action: <RefreshButton busy={busy} onRefresh={refresh} />,
            }}
            skeleton={
              <DetailGrid busy minPx={260}>
                {[0, 1, 2].map((place) => (
                  <DetailCardSkeleton key={place} chart={140} lines={3} />
                ))}
              </DetailGrid>
            }
          >
            {() => (
              <DetailGrid busy={false} minPx={260}>
                {views.map((view) => (
                  <AgentCard
                    key={view.agentId}
                    view={view}
                    freshness={freshness}
                    history={historyStateOf(agreementPanel.state)}
                    agreementStale={isLost(agreementPanel.freshness)}
                    barred={barredFromGoverning}
                    onChange={() => show({ agent: view.agentId })}
                  />
                ))}
              </DetailGrid>
            )}
          </LoadStates>
          <OverridePanel
            panel={requests}
            overrides={requests.overrides}
            address={address}
            show={show}
            barred={barredFromAsking}
            onRetry={refresh}
            busy={busy}
          />
          <TrailPanel onRetry={refresh} busy={busy} />
        </Stack>
      </Page>
      {address.override !== null && (
        <OverrideDrawer
          freshness={requests.freshness}
          overrideId={address.override}
          override={opened}
          loading={requests.state === 'loading'}
          waiting={waits(address.override)}
          onAskAnew={askable ? (ask) => show({ ask }) : null}
          onClose={() => show({ override: null })}
        />
      )}
      {address.ask !== null && requests.state !== 'loading' && (
        <AskDialog
          predictions={requests.predictions}
          chosen={address.ask}
          onChoose={(ask) => show({ ask })}
          barred={barredFromAsking}
          onClose={() => show({ ask: null })}
        />
      )}
      {changing !== undefined && <AgentDialog agent={changing} barred={barredFromGoverning} onClose={() => show({ agent: null })} />}
    </DrawerLayout>
  );
}

async function takeBack(key: string): Promise<void> {
  const taken = await hub.takeBack([key]);
  if (!taken.ok) toast({ tone: 'bad', title: 'Not taken back', text: taken.problem.message });
  else if (taken.value.taken === 0) toast({ tone: 'warn', title: 'Not taken back', text: 'It was on its way already.' });
}
