import { Bot } from 'lucide-react';
import { useAddress } from '../../bridge/address/useAddress.ts';
import { hub } from '../../bridge/hub/hub.ts';
import { useDecisions } from '../../bridge/acts/useDecisions.ts';
import { useDisabledReason } from '../../bridge/acts/useMay.ts';
import { useRefresh } from '../../bridge/reads/useRefresh.ts';
import { commands } from '../../domain/commands/commands.ts';
import { DecisionList } from '../../ui/feedback/DecisionList.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { HowComputed } from '../../ui/figures/HowComputed.tsx';
import { DrawerLayout } from '../../ui/overlay/Drawer.tsx';
import { LoadStates } from '../../ui/page/LoadStates.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { PageAge } from '../../ui/page/PageAge.tsx';
import { DetailCardSkeleton, DetailGrid } from '../../ui/panel/DetailCard.tsx';
import { historyStateOf } from '../../domain/freshness/panelState.ts';
import { isLost } from '../../domain/freshness/freshness.ts';
import { AgentCard } from './AgentCard.tsx';
import { AgentDialog } from './AgentDialog.tsx';
import { AskDialog } from './AskDialog.tsx';
import { OverrideDrawer } from './OverrideDrawer.tsx';
import { OverridePanel } from './OverridePanel.tsx';
import { useAgents, useOverrides } from './queries.ts';
import { TrailPanel } from './TrailPanel.tsx';
import './governance.css';

/** AI Governance (C-36): the agents, the mode of each, and the requests to override their predictions. */
export function AiGovernanceScreen() {
  const [address, show] = useAddress('aiGovernance');
  const panel = useAgents();
  const { state, agents, views, enabled, freshness, agreementPanel } = panel;
  const requests = useOverrides();
  const decisions = useDecisions('aiGovernance');
  const governingDisabledReason = useDisabledReason(commands.changeAgent.needs);
  const askingDisabledReason = useDisabledReason(commands.requestOverride.needs);
  const refreshing = useRefresh(['aiAgents', 'aiAgreement', 'aiOverrides', 'aiTrail']);
  const stale = isLost(freshness);
  const opened = requests.overrides.find(({ overrideId }) => overrideId === address.open) ?? null;
  const askable = requests.predictions.some(({ predictionId }) => predictionId === opened?.predictionId);
  const changing = agents.find(({ agentId }) => agentId === address.agent);

  return (
    <DrawerLayout>
      <Page
        title="AI Governance"
        badge={state === 'ready' && enabled !== null && <span className="uk-fg3">{stale ? `When last known, ${enabled}` : enabled}</span>}
        actions={
          <>
            <HowComputed screen="aiGovernance" />
            <PageAge freshness={freshness} refreshing={refreshing} />
          </>
        }
      >
        <Stack>
          <DecisionList items={decisions} onTakeBack={(key) => void takeBack(key)} onDismiss={(keys) => void hub.dismissSettled(keys)} />
          <LoadStates
            frame={panel}
            refreshing={refreshing}
            what="agent"
            empty={{
              icon: Bot,
              title: 'No agents available',
              text: 'The agents of the platform appear here with their mode, confidence and accuracy once they are registered.',
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
                    disabledReason={governingDisabledReason}
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
            disabledReason={askingDisabledReason}
            refreshing={refreshing}
          />
          <TrailPanel refreshing={refreshing} />
        </Stack>
      </Page>
      {address.open !== null && (
        <OverrideDrawer
          freshness={requests.freshness}
          overrideId={address.open}
          override={opened}
          loading={requests.state === 'loading'}
          onAskAnew={askable ? (ask) => show({ ask }) : null}
          onClose={() => show({ open: null })}
        />
      )}
      {address.ask !== null && requests.state !== 'loading' && (
        <AskDialog
          predictions={requests.predictions}
          chosen={address.ask}
          onChoose={(ask) => show({ ask })}
          disabledReason={askingDisabledReason}
          onClose={() => show({ ask: null })}
        />
      )}
      {changing !== undefined && (
        <AgentDialog agent={changing} disabledReason={governingDisabledReason} onClose={() => show({ agent: null })} />
      )}
    </DrawerLayout>
  );
}

async function takeBack(key: string): Promise<void> {
  const taken = await hub.takeBack([key]);
  if (!taken.ok) toast({ tone: 'bad', title: 'Not cancelled', text: taken.problem.message });
  else if (taken.value.taken === 0) toast({ tone: 'warn', title: 'Not cancelled', text: 'It was already being sent.' });
}
