import { MonitorPlay, Plus } from 'lucide-react';
import { useState } from 'react';
import { useAddress } from '../../bridge/address/useAddress.ts';
import { useConnection, useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { useReadPanel } from '../../bridge/reads/useReadPanel.ts';
import { useServerNow } from '../../bridge/hub/useServerNow.ts';
import { displayEndpoints } from '../../contracts/displayEndpoints.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { LoadStates } from '../../ui/page/LoadStates.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { PageAge } from '../../ui/page/PageAge.tsx';
import { DetailCardSkeleton, DetailGrid } from '../../ui/panel/DetailCard.tsx';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { DisplayCard } from './DisplayCard.tsx';
import { EditDialog } from './EditDialog.tsx';
import { displaysSummary, displayViews } from './model.ts';
import { PairDialog } from './PairDialog.tsx';
import { RevokeDialog } from './RevokeDialog.tsx';
import './displays.css';
import { isLost } from '../../domain/freshness/freshness.ts';
import { isHalted } from '../../domain/freshness/resourceFreshness.ts';

/**
 * Wall Displays (K-10): pair, name, assign playlists, monitor and revoke. All actions need the network; the last known state is shown
 * offline.
 */
export function DisplaysScreen() {
  const [{ code: linked }, show] = useAddress('displays');
  const panel = useReadPanel(displayEndpoints.displays, {}, ({ displays }) => displays.length);
  const now = useServerNow();
  const connected = useConnection().state === 'connected';
  const status = useHubStatus();
  const [chosen, setOpen] = useState<{ readonly act: 'pair' | 'edit' | 'revoke'; readonly id: string } | null>(null);
  const open = chosen ?? (linked === null ? null : ({ act: 'pair', id: '' } as const));
  const stale = isLost(panel.freshness);
  const views = displayViews(panel.value?.displays ?? [], now, __BUILD__, panel.freshness);
  const summary = panel.state === 'ready' ? displaysSummary(views, !stale) : null;
  const opened = views.find(({ display }) => display.displayId === open?.id)?.display;
  const unreachable = connected ? null : 'Needs the network: displays are managed on the platform.';
  const halted = isHalted(status) ? 'The kill switch is active: only revoking goes through.' : null;
  const close = () => {
    setOpen(null);
    if (linked !== null) show({ code: null });
  };
  const pair = (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ act: 'pair', id: '' })}>
      Pair a display
    </Button>
  );

  return (
    <Page
      title="Wall Displays"
      badge={summary !== null && <ClaimBadge claim={summary} />}
      actions={
        <>
          <PageAge freshness={panel.freshness} refreshing={panel} />
          {panel.state === 'ready' && pair}
        </>
      }
    >
      <Stack>
        <LoadStates
          frame={panel}
          refreshing={panel}
          empty={{
            icon: MonitorPlay,
            title: 'No displays yet',
            text: 'Open /wall in the browser of a television or monitor. It shows a code of eight letters; type it here.',
            action: pair,
          }}
          skeleton={
            <DetailGrid busy minPx={420}>
              <DetailCardSkeleton lines={5} />
              <DetailCardSkeleton lines={5} />
            </DetailGrid>
          }
        >
          {() => (
            <DetailGrid busy={false} minPx={420}>
              {views.map((view) => (
                <DisplayCard
                  key={view.display.displayId}
                  view={view}
                  freshness={panel.freshness}
                  onEdit={() => setOpen({ act: 'edit', id: view.display.displayId })}
                  onRevoke={() => setOpen({ act: 'revoke', id: view.display.displayId })}
                />
              ))}
            </DetailGrid>
          )}
        </LoadStates>
      </Stack>
      {open?.act === 'pair' && <PairDialog code={linked ?? ''} blocked={unreachable ?? halted} onClose={close} />}
      {open?.act === 'edit' && opened !== undefined && <EditDialog display={opened} blocked={unreachable ?? halted} onClose={close} />}
      {open?.act === 'revoke' && opened !== undefined && <RevokeDialog display={opened} blocked={unreachable} onClose={close} />}
    </Page>
  );
}
