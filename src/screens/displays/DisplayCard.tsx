import { MonitorX, SlidersHorizontal } from 'lucide-react';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { DetailCard } from '../../ui/panel/DetailCard.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { Ago } from '../../ui/time/Ago.tsx';
import { Time } from '../../ui/time/Time.tsx';
import type { DisplayView } from './model.ts';
import { Who } from '../../ui/text/Who.tsx';

interface DisplayCardProps {
  readonly view: DisplayView;
  readonly freshness: FreshnessState;
  readonly onEdit: () => void;
  readonly onRevoke: () => void;
}

/** One display: its state, what it shows, and its build. */
export function DisplayCard({ view, freshness, onEdit, onRevoke }: DisplayCardProps) {
  const { display, standing, build } = view;
  return (
    <DetailCard
      title={display.name}
      sub={`${display.device}, ${view.screen}`}
      badge={<ClaimBadge claim={standing} />}
      breach={standing.look === 'bad'}
      freshness={freshness}
      note={
        <span className="displays-acts">
          <Button size="sm" icon={SlidersHorizontal} onClick={onEdit} aria-label={`Change ${display.name}`}>
            Change
          </Button>
          <Button size="sm" kind="dangerText" icon={MonitorX} onClick={onRevoke} aria-label={`Revoke ${display.name}`}>
            Revoke
          </Button>
        </span>
      }
    >
      <p className="displays-showing">
        <b>{view.showing}</b>
        <span>
          {view.frameAt === null ? (
            'no frame drawn yet'
          ) : (
            <>
              last frame <Ago at={view.frameAt} suffix=" ago" />
            </>
          )}
        </span>
      </p>
      <KeyValueList
        items={[
          { key: 'Playlist', value: view.playlist },
          { key: 'Rotation', value: view.dwell },
          { key: 'Interrupted by', value: view.interrupts },
          {
            key: 'Build',
            value:
              build === null ? (
                'not reported'
              ) : (
                <>
                  <span className="uk-mono">{build.id}</span> {build.older && <StatusBadge status="warn">older than yours</StatusBadge>}
                </>
              ),
          },
          { key: 'Last seen', value: display.seenAt === null ? 'not yet' : <Ago at={Date.parse(display.seenAt)} suffix=" ago" /> },
          {
            key: 'Paired',
            value: (
              <span>
                <Time at={display.approvedAt} as="when" beside="server" zone /> by{' '}
                <Who name={display.approvedBy} id={display.approvedById} />
              </span>
            ),
          },
        ]}
      />
    </DetailCard>
  );
}
