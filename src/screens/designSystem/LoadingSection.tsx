import { useEffect, useState } from 'react';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { NoData } from '../../ui/feedback/NoData.tsx';
import { SkeletonCard, SkeletonTable } from '../../ui/feedback/SkeletonShapes.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { Section, Specimen } from './Section.tsx';

/** A failed panel with a retry; every second attempt fails, so that both outcomes can be seen. */
function Failing() {
  const [tries, setTries] = useState(0);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => {
      setBusy(false);
      setTries((count) => count + 1);
    }, 900);
    return () => clearTimeout(timer);
  }, [busy]);
  if (tries < 2)
    return (
      <ErrorPanel busy={busy} onRetry={() => setBusy(true)} {...(tries === 1 && { detail: 'It failed once more. The next try works.' })} />
    );
  return (
    <Banner tone="info" lead="It loaded." action={<RetryAgain onClick={() => setTries(0)} />}>
      The third try worked.
    </Banner>
  );
}

function RetryAgain({ onClick }: { readonly onClick: () => void }) {
  return (
    <button type="button" className="uk-link" onClick={onClick}>
      Fail again
    </button>
  );
}

/** Placeholders for content that is loading, empty or failed (I-25). */
export function LoadingSection() {
  return (
    <Section
      id="loading"
      lead="Still boxes of the final size, never a spinner. What is empty says what would be there; what failed says what still works, and the way out."
    >
      <div className="ds-grid">
        <Specimen name="Skeleton table, 5 × 4" wide>
          <SkeletonTable label="A table that is on its way" />
        </Specimen>
        <Specimen name="Skeleton card, 3 lines">
          <SkeletonCard label="A card that is on its way" />
        </Specimen>
        <Specimen name="Empty">
          <Card as="div">
            <NoData />
          </Card>
        </Specimen>
        <Specimen name="Failed">
          <Card as="div">
            <Failing />
          </Card>
        </Specimen>
      </div>
      <div className="ds-banners">
        <Banner tone="bad" lead="Breach.">
          The decision service is 12.4 minutes behind.
        </Banner>
        <Banner tone="warn" lead="Attention.">
          Three items wait for a decision.
        </Banner>
        <Banner tone="info" lead="New version ready.">
          It is taken with the next reload.
        </Banner>
        <Banner tone="offline" lead="Offline.">
          Figures are as of the last answer.
        </Banner>
      </div>
    </Section>
  );
}
