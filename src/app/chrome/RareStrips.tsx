import { Link } from 'wouter';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import { clockSince } from '../../domain/clock/words.ts';
import { cutHash, formatCount } from '../../domain/format.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { useZone } from '../../ui/time/clock.tsx';

/** Conditions that hardly any page ever meets: another history than this device saw (D-9), a clock that nobody has confirmed, and a store that takes nothing. */
export function RareStrips() {
  const { historyRewritten, storageProblem, clock } = useHubStatus();
  const zone = useZone();
  return (
    <>
      {historyRewritten !== null && (
        <Banner
          strip
          tone="bad"
          lead="History rewritten."
          action={
            <Link className="uk-link" href="/operations/verifications">
              Open the history
            </Link>
          }
        >
          Link {formatCount(historyRewritten.chainIndex)} of the verification chain had the seal{' '}
          {cutHash(historyRewritten.expectedSeal, 12)} on this device;{' '}
          {historyRewritten.foundSeal === null
            ? 'the platform no longer shows it.'
            : `the platform now shows ${cutHash(historyRewritten.foundSeal, 12)}.`}{' '}
          Report this before you rely on any record.
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
