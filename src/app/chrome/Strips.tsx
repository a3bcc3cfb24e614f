import { RefreshCw } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { hub } from '../../bridge/hub.ts';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import { usePerson } from '../../bridge/useMay.ts';
import { useServerNow } from '../../bridge/useServerNow.ts';
import { consoleRoleOf } from '../../domain/access.ts';
import { formatWhen, zoneName } from '../../domain/formatTime.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { lazyPart, sayPartMissing } from '../../ui/feedback/lazyPart.tsx';
import { useNow, useZone } from '../../ui/time/clock.tsx';
import { reloadForUpdate, updates } from '../update/updates.ts';
import { offlineWords } from './connectionWords.ts';
import { SimulationLabel } from './SimulationLabel.tsx';

// Once in the life of a device, if at all.
const { Part: RareStrips } = lazyPart(() => import('./RareStrips.tsx').then(({ RareStrips: component }) => component));
const { Part: ViewingAs } = lazyPart(() => import('./ViewingAs.tsx').then(({ ViewingAs: component }) => component));

/** The conditions that concern every page, the gravest first (LOOK, Banner): read-only, rewritten history, a store that
 * cannot be written, no link, a new version. */
export function Strips() {
  const { killSwitch, historyRewritten, storageProblem, buildTooOld, session, connection } = useHubStatus();
  const person = usePerson();
  const now = useNow(60_000);
  const zone = useZone();
  const update = useSyncExternalStore(updates.listen, updates.get);
  return (
    <div className="app-strips">
      <SimulationLabel place="line" />
      {killSwitch?.active === true && (
        <Banner
          strip
          tone="bad"
          lead="Emergency kill switch activated - all processing halted."
          {...(killSwitch.by !== '' && { detail: `${killSwitch.by}: ${killSwitch.reason}` })}
          action={
            <Link className="uk-link" href="/system/incidents">
              Emergency Controls
            </Link>
          }
        >
          Read-only since {formatWhen(Date.parse(killSwitch.since), now, zone)} {zoneName(zone)}.
        </Banner>
      )}
      {person !== null && person.active !== consoleRoleOf(person.role) && <ViewingAs person={person} onMissing={sayPartMissing} />}
      {(historyRewritten !== null || storageProblem !== null) && <RareStrips onMissing={sayPartMissing} />}
      {buildTooOld && (
        <Banner
          strip
          tone="warn"
          lead="This version is too old for the platform."
          action={
            <Button size="sm" onClick={() => void reloadForUpdate()}>
              Reload
            </Button>
          }
        >
          Figures are still shown; changes are refused until you reload.
        </Banner>
      )}
      {connection.state !== 'connected' && <OfflineStrip />}
      {session.phase === 'signedIn' && !buildTooOld && update !== 'none' && (
        <Banner
          strip
          tone="info"
          lead="New version ready."
          action={
            <Button size="sm" busy={update === 'reloading'} busyText="Reloading..." onClick={() => void reloadForUpdate()}>
              Reload
            </Button>
          }
        >
          Reload when it suits you; every open tab takes it.
        </Banner>
      )}
    </div>
  );
}

function OfflineStrip() {
  const { connection } = useHubStatus();
  const words = offlineWords(connection, useServerNow(), useZone());
  const [busy, setBusy] = useState(false);
  if (words === null) return null;
  const retry = () => {
    setBusy(true);
    void hub.retryNow().finally(() => setBusy(false));
  };
  return (
    <Banner
      strip
      tone="offline"
      lead={words.lead}
      action={
        <span className="app-offline-next">
          <span className="uk-fg2 uk-num">{words.next}</span>
          <Button size="sm" icon={RefreshCw} busy={busy} onClick={retry}>
            Retry now
          </Button>
        </span>
      }
    >
      You are reading what this device holds. It refreshes by itself when the link is back.
    </Banner>
  );
}
