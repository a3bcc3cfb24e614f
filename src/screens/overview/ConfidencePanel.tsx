import { ShieldQuestion } from 'lucide-react';
import { type CSSProperties, Fragment, useState } from 'react';
import { sayPartMissing } from '../../ui/feedback/lazyPart.tsx';
import { lazyOverlay } from '../../ui/overlay/lazyOverlay.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Bar, Level } from '../../ui/panel/Meter.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { confidenceView } from './model.ts';
import { PanelContent } from './PanelContent.tsx';
import type { Overview } from './queries.ts';

const { Part: ConfidenceDialog } = lazyOverlay(() => import('./ConfidenceDialog.tsx').then(({ ConfidenceDialog: component }) => component));

const skeleton = (
  <div className="overview-confidence">
    <div>
      <Skeleton w={88} h={36} />
    </div>
    <div className="overview-confidence-parts">
      <Skeleton w="100%" h={12} />
      <Skeleton w="100%" h={12} />
      <Skeleton w="100%" h={12} />
    </div>
  </div>
);

/** The confidence score, its parts and an explanation (C-19). */
export function ConfidencePanel({
  confidence,
  onExplain,
}: {
  readonly confidence: Overview['confidence'];
  /** Called instead of opening the dialog. */
  readonly onExplain?: () => void;
}) {
  const [explained, setExplained] = useState(false);
  return (
    <Panel title="System Confidence" freshness={confidence.freshness}>
      <PanelContent
        resource={confidence}
        skeleton={skeleton}
        empty={{ icon: ShieldQuestion, title: 'No confidence score yet', text: 'It is computed once there are records to check.' }}
      >
        {(value) => {
          const view = confidenceView(value);
          return (
            <div className="overview-confidence">
              <div>
                <p
                  className="overview-confidence-value"
                  style={{ '--percent': view.unit === '' ? '0' : view.value } as CSSProperties} // for skins that draw it; CSSProperties does not know custom properties
                >
                  {view.value}
                  <small>{view.unit}</small>
                </p>
                <button type="button" className="uk-link" onClick={onExplain ?? (() => setExplained(true))}>
                  What does this mean?
                </button>
              </div>
              <dl className="overview-confidence-parts">
                {view.parts.map(({ label, value: shown, share }) => (
                  <Fragment key={label}>
                    <dt>{label}</dt>
                    <dd>
                      <Bar share={share} label={`${label} ${shown}`} />
                      <b>{shown}</b>
                    </dd>
                  </Fragment>
                ))}
                <dt>Anomaly rate</dt>
                <dd>
                  <Level at={view.anomaly.level} of={3} label={`Anomaly rate ${view.anomaly.word}, ${view.anomaly.basis}`} />
                  <b>{view.anomaly.word}</b>
                </dd>
              </dl>
              {explained && (
                <ConfidenceDialog
                  value={value}
                  onClose={() => setExplained(false)}
                  onMissing={() => {
                    setExplained(false);
                    sayPartMissing();
                  }}
                />
              )}
            </div>
          );
        }}
      </PanelContent>
    </Panel>
  );
}
