import { Link } from 'wouter';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import { cutHash, formatCount } from '../../domain/format.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';

/** Conditions that hardly any page ever meets: another history than this device saw (D-9), and a store that takes nothing. */
export function RareStrips() {
  const { historyRewritten, storageProblem } = useHubStatus();
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
      {storageProblem !== null && (
        <Banner strip tone="warn" lead="This device cannot keep what arrives.">
          {storageProblem.message}
        </Banner>
      )}
    </>
  );
}
