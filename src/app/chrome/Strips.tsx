import { screenHref } from '../../domain/screens/link.ts';
import { RefreshCw } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from '../../bridge/address/Link.tsx';
import { hub } from '../../bridge/hub/hub.ts';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { usePerson } from '../../bridge/acts/useMay.ts';
import { useServerNow } from '../../bridge/hub/useServerNow.ts';
import { consoleRoleOf } from '../../domain/accounts/access.ts';
import { clockSince } from '../../domain/clock/labels.ts';
import { formatWhen, zoneName } from '../../domain/formatTime.ts';
import { isHalted } from '../../domain/freshness/resourceFreshness.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { lazyPart, sayPartMissing } from '../../ui/feedback/lazyPart.tsx';
import { useClockConfirmed, useNow, useZone } from '../../ui/time/clock.tsx';
import { updates } from '../update/updateState.ts';
import { offlineLabels } from './connectionLabels.ts';
import { SimulationLabel } from './SimulationLabel.tsx';
import { whoLabels } from '../../domain/accounts/who.ts';

// Loaded on demand, because they are rarely needed.
const { Part: RareStrips } = lazyPart(() => import('./RareStrips.tsx').then(({ RareStrips: component }) => component));
const { Part: BuildStrips } = lazyPart(() => import('./RareStrips.tsx').then(({ BuildStrips: component }) => component));
const { Part: ViewingAs } = lazyPart(() => import('./ViewingAs.tsx').then(({ ViewingAs: component }) => component));

/** A reachable platform confirms the clock within this time, milliseconds; the strip waits that long. */
const doubtShownMs = 3_000;

/**
 * Conditions that concern every page, the gravest first (LOOK, Banner): read-only, rewritten history, a store that cannot be written, no
 * link, a new version.
 */
export function Strips() {
  const status = useHubStatus();
  const { killSwitch, historyFound, twoHistories, storageProblem, buildTooOld, session, connection } = status;
  // Offline, the offline strip says this too.
  const clockDoubted = useDoubtedClock() && (connection.state === 'connected' || connection.state === 'connecting');
  const person = usePerson();
  const now = useNow(60_000);
  const zone = useZone();
  const since = Date.parse(killSwitch?.since ?? '');
  const halted = isHalted(status);
  const update = useSyncExternalStore(updates.listen, updates.get);
  return (
    <div className="app-strips">
      <SimulationLabel place="line" />
      {killSwitch?.active === true && (
        <Banner
          strip
          tone={halted ? 'bad' : 'offline'}
          lead={
            halted ? 'Emergency kill switch activated - all processing halted.' : 'The emergency kill switch was active when last known.'
          }
          {...(killSwitch.by !== '' && { detail: `${whoLabels(killSwitch.by, killSwitch.byId)}: ${killSwitch.reason}` })}
          action={
            <Link className="uk-link" href={screenHref('incidents')}>
              Emergency Controls
            </Link>
          }
        >
          {halted ? 'Read-only since' : 'It was activated at'} {formatWhen(since, now, zone)} {zoneName(zone, since)}.
          {!halted && ' It may have been released since.'}
        </Banner>
      )}
      {person !== null && person.active !== consoleRoleOf(person.role) && <ViewingAs person={person} onMissing={sayPartMissing} />}
      {(historyFound !== null || twoHistories !== null || storageProblem !== null || clockDoubted) && (
        <RareStrips onMissing={sayPartMissing} />
      )}
      {connection.state !== 'connected' && <OfflineStrip />}
      {(buildTooOld || (session.phase === 'signedIn' && update !== 'none')) && <BuildStrips onMissing={sayPartMissing} />}
    </div>
  );
}

/** Whether the clock has been unconfirmed for longer than the platform takes to answer. */
function useDoubtedClock(): boolean {
  const sure = useClockConfirmed();
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (sure) return;
    const timer = setTimeout(() => setLate(true), doubtShownMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [sure]);
  return late && !sure;
}

function OfflineStrip() {
  const { connection, clock } = useHubStatus();
  const zone = useZone();
  const words = offlineLabels(connection, useServerNow(), zone);
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
      You see the data stored on this device. It refreshes when the connection is back.
      {!clock.confirmed && ` ${clockSince(clock, zone)}: data age is measured by this device’s clock.`}
    </Banner>
  );
}
