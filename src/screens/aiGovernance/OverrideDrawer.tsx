import { Link } from 'wouter';
import { usePerson } from '../../bridge/useMay.ts';
import type { Override } from '../../contracts/agent.ts';
import { mayOpen, screens } from '../../domain/screens.ts';
import type { FreshnessState } from '../../domain/freshness.ts';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
import { DrawerHead, DrawerNote, DrawerPart } from '../../ui/overlay/DrawerParts.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { OverrideActs } from './OverrideActs.tsx';
import { OverrideBadge } from './OverrideTable.tsx';

interface OverrideDrawerProps {
  readonly overrideId: string;
  readonly override: Override | null;
  readonly loading: boolean;
  readonly freshness: FreshnessState;
  readonly waiting: boolean;
  /** Asking for an override of its prediction; null where that is not open to one. */
  readonly onAskAnew: ((predictionId: string) => void) | null;
  readonly onClose: () => void;
}

/** One request: what the agent said, what a person would put in its place and why, who decided, and what can be done. */
export function OverrideDrawer({ overrideId, override, loading, freshness, waiting, onAskAnew, onClose }: OverrideDrawerProps) {
  return (
    <Drawer
      open
      onClose={onClose}
      label={`Request ${overrideId}`}
      freshness={freshness}
      head={
        <DrawerHead
          code={overrideId}
          title={override === null ? null : override.agentName}
          badge={override !== null && <OverrideBadge status={override.status} />}
          onClose={onClose}
        />
      }
    >
      {override === null ? (
        <DrawerNote>
          {loading ? 'Reading this device…' : `${overrideId} is not held on this device. It appears here once the platform has sent it.`}
        </DrawerNote>
      ) : (
        <>
          <DrawerPart title="Request">
            <KeyValueList
              items={[
                { key: 'About', value: <Subject subject={override.subject} /> },
                { key: 'Predicted', value: override.originalPrediction },
                { key: 'Instead', value: <b>{override.overrideValue}</b> },
                {
                  key: 'Asked',
                  value: (
                    <>
                      {override.requestedByName}, <Time at={override.createdAt} as="when" zone />
                    </>
                  ),
                },
                ...(override.changedAt === undefined ? [] : [{ key: 'Changed', value: <Time at={override.changedAt} as="when" zone /> }]),
              ]}
            />
          </DrawerPart>
          <DrawerPart title="Justification">
            <p className="governance-text">{override.justification}</p>
          </DrawerPart>
          {override.decidedBy !== undefined && (
            <DrawerPart title={override.status === 'approved' ? 'Approval' : 'Rejection'}>
              <p>
                {override.decidedBy}
                {override.decidedAt !== undefined && (
                  <>
                    , <Time at={override.decidedAt} as="when" zone />
                  </>
                )}
              </p>
              {override.decisionNote !== undefined && <p className="governance-text">{override.decisionNote}</p>}
            </DrawerPart>
          )}
          <DrawerPart title="What you do about it">
            <OverrideActs override={override} waiting={waiting} onAskAnew={onAskAnew} />
          </DrawerPart>
        </>
      )}
    </Drawer>
  );
}

/** The verification or the portfolio that the prediction is about, leading to its record for those who may open it (D-38). */
function Subject({ subject }: { readonly subject: string }) {
  const held = usePerson()?.permissions ?? null;
  const screen = /^[A-Z]*VR/.test(subject) ? 'verifications' : 'dgn';
  if (!mayOpen(screen, held))
    return (
      <>
        <span className="uk-mono">{subject}</span> <span className="uk-fg3">your role may not open {screens[screen].title}</span>
      </>
    );
  return (
    <Link className="uk-link uk-mono" href={`${screens[screen].path}?id=${encodeURIComponent(subject)}`}>
      {subject}
    </Link>
  );
}
