import { useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import { useStored } from '../../bridge/useStored.ts';
import { clockSince } from '../../domain/clock/words.ts';
import { cutHash, formatCount } from '../../domain/format.ts';
import { historyWords } from '../../domain/chainWords.ts';
import { readChain } from '../../store/readVerifications.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { useZone } from '../../ui/time/clock.tsx';
import { reloadForUpdate } from '../update/startUpdates.ts';
import { updates } from '../update/updateState.ts';

/** Conditions that hardly any page ever meets: another history than this device saw (D-9), a clock that nobody has confirmed, and a store that takes nothing. */
export function RareStrips() {
  const { historyFound, twoHistories, storageProblem, clock } = useHubStatus();
  const zone = useZone();
  const place = historyFound?.chainIndex ?? -1;
  const link = useStored(() => readChain(place, place), [place]);
  const history = historyFound === null ? null : historyWords(historyFound, link.value?.[0]?.vrfId ?? null);
  return (
    <>
      {history !== null && (
        <Banner
          strip
          tone="bad"
          lead={history.lead}
          action={
            <Link className="uk-link" href="/operations/verifications">
              Open the history
            </Link>
          }
        >
          {history.text} Report this before you rely on any record.
        </Banner>
      )}
      {twoHistories !== null && (
        <Banner strip tone="bad" lead="The platform has signed two histories.">
          For place {formatCount(twoHistories.index)} of the{' '}
          {twoHistories.chain === 'record' ? 'record of what was done' : 'verification chain'} it signed the seal{' '}
          {cutHash(twoHistories.heldSeal, 12)} and also {cutHash(twoHistories.shownSeal, 12)}: one of the two is not what happened. Report
          this before you rely on any record.
        </Banner>
      )}
      {!clock.confirmed && (
        <Banner strip tone="warn" lead={`${clockSince(clock, zone)}.`}>
          {clock.why === 'jump' ? 'The clock of this device was set, or the device slept. ' : ''}What counts as stale goes by this device’s
          clock until the platform answers. Nothing is removed by it.
        </Banner>
      )}
      {storageProblem !== null && (
        <Banner strip tone="warn" lead="This device cannot keep what arrives.">
          {storageProblem.message}
        </Banner>
      )}
    </>
  );
}

/** Another build than this page's is wanted or ready (D-30): a page meets that once in its life, and then a moment may pass before it is said. */
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
      Reload when it suits you; every open tab takes it.
    </Banner>
  );
}
