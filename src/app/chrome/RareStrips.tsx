import { screenHref } from '../../domain/screens/link.ts';
import { useSyncExternalStore } from 'react';
import { Link } from '../../bridge/address/Link.tsx';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { useStored } from '../../bridge/reads/useStored.ts';
import { clockSince } from '../../domain/clock/labels.ts';
import { cutHash, formatCount } from '../../domain/format.ts';
import { historyLabels } from '../../domain/records/chainLabels.ts';
import { readChain } from '../../store/readVerifications.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { useZone } from '../../ui/time/clock.tsx';
import { reloadForUpdate } from '../update/startUpdates.ts';
import { updates } from '../update/updateState.ts';

/** Rare conditions: a history other than this device saw (D-9), an unconfirmed clock, and a store that cannot be written. */
export function RareStrips() {
  const { historyFound, twoHistories, storageProblem, clock } = useHubStatus();
  const zone = useZone();
  const place = historyFound?.chainIndex ?? -1;
  const link = useStored(() => readChain(place, place), [place]);
  const history = historyFound === null ? null : historyLabels(historyFound, link.value?.[0]?.vrfId ?? null);
  return (
    <>
      {history !== null && (
        <Banner
          strip
          tone="bad"
          lead={history.lead}
          action={
            <Link className="uk-link" href={screenHref('verifications')}>
              Open the history
            </Link>
          }
        >
          {history.text} Report this before you rely on any record.
        </Banner>
      )}
      {twoHistories !== null && (
        <Banner strip tone="bad" lead="The platform has signed two histories.">
          For place {formatCount(twoHistories.index)} of the {twoHistories.chain === 'record' ? 'audit record' : 'verification chain'} it
          signed the seal {cutHash(twoHistories.heldSeal, 12)} and also {cutHash(twoHistories.shownSeal, 12)}: one of them is false. Report
          this before you rely on any record.
        </Banner>
      )}
      {!clock.confirmed && (
        <Banner strip tone="warn" lead={`${clockSince(clock, zone)}.`}>
          {clock.why === 'jump' ? 'The clock of this device was changed, or the device was asleep. ' : ''}Until the platform answers, data
          age is measured by this device’s clock. Nothing is removed because of it.
        </Banner>
      )}
      {storageProblem !== null && (
        <Banner strip tone="warn" lead="This device cannot store new data.">
          {storageProblem.message}
        </Banner>
      )}
    </>
  );
}

/** Another build than this page's is required or ready (D-30). Rare, so its code may load late. */
export function BuildStrips() {
  const { buildTooOld } = useHubStatus();
  const update = useSyncExternalStore(updates.listen, updates.get);
  return buildTooOld ? (
    <Banner
      strip
      tone="warn"
      lead="This version is too old for the platform."
      action={
        <Button size="sm" onClick={reloadForUpdate}>
          Reload
        </Button>
      }
    >
      Figures are still shown; changes are refused until you reload.
    </Banner>
  ) : (
    <Banner
      strip
      tone="info"
      lead="New version ready."
      action={
        <Button size="sm" busy={update === 'reloading'} busyText="Reloading..." onClick={reloadForUpdate}>
          Reload
        </Button>
      }
    >
      Reload when convenient; all open tabs are updated.
    </Banner>
  );
}
