import { RecordLink } from '../../bridge/address/RecordLink.tsx';
import type { Override } from '../../contracts/agent.ts';
import { formatCount } from '../../domain/format.ts';
import { verificationStates } from '../../domain/operations/platformStates.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
import { DrawerHead, DrawerNote, DrawerPart } from '../../ui/overlay/DrawerParts.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { OverrideActs } from './OverrideActs.tsx';
import { isVerification } from './overrides.ts';
import { OverrideBadge } from './OverrideTable.tsx';
import { aboutOf, askedByOf, decidedByOf } from './overrides.ts';
import { Who } from '../../ui/text/Who.tsx';

interface OverrideDrawerProps {
  readonly overrideId: string;
  readonly override: Override | null;
  readonly loading: boolean;
  readonly freshness: FreshnessState;
  /** Opens a new request for the same prediction; null if that prediction cannot be overridden. */
  readonly onAskAnew: ((predictionId: string) => void) | null;
  readonly onClose: () => void;
}

/** One request: the agent's prediction, the proposed value with its justification, who decided, and the available actions. */
export function OverrideDrawer({ overrideId, override, loading, freshness, onAskAnew, onClose }: OverrideDrawerProps) {
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
          badge={override !== null && <OverrideBadge about={override.overrideId} status={override.status} />}
          onClose={onClose}
        />
      }
    >
      {override === null ? (
        <DrawerNote>
          {loading ? 'Reading this device…' : `${overrideId} is not on this device. It appears here once the platform sends it.`}
        </DrawerNote>
      ) : (
        <>
          <DrawerPart title="Request">
            <KeyValueList
              items={[
                { key: 'Subject', value: override.subject === undefined ? aboutOf(override) : <Subject subject={override.subject} /> },
                { key: 'Predicted', value: override.originalPrediction },
                { key: 'Override', value: <b>{override.overrideValue}</b> },
                {
                  key: 'Requested',
                  value: (
                    <>
                      <Who name={askedByOf(override)} id={override.requestedBy} />, <Time at={override.createdAt} as="when" zone />
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
          {decidedByOf(override) !== null && (
            <DrawerPart title={override.status === 'approved' ? 'Approval' : 'Rejection'}>
              <p>
                <Who name={decidedByOf(override) ?? ''} id={override.decidedById} />
                {override.decidedAt !== undefined && (
                  <>
                    , <Time at={override.decidedAt} as="when" zone />
                  </>
                )}
              </p>
              {override.decisionNote !== undefined && <p className="governance-text">{override.decisionNote}</p>}
            </DrawerPart>
          )}
          {override.status === 'approved' && (
            <DrawerPart title="Consequence">
              <Consequence override={override} />
            </DrawerPart>
          )}
          <DrawerPart title="Actions">
            <OverrideActs override={override} onAskAnew={onAskAnew} />
          </DrawerPart>
        </>
      )}
    </Drawer>
  );
}

/** Link to the verification or portfolio that the prediction is about. */
function Subject({ subject }: { readonly subject: string }) {
  return <RecordLink kind={isVerification(subject) ? 'verification' : 'portfolio'} id={subject} />;
}

/** Effect of the approval (T-4): the record that it changed, or why none was changed. */
function Consequence({ override: { consequence, subject, overrideValue } }: { readonly override: Override }) {
  if (consequence === undefined)
    return (
      <p className="uk-fg2">
        {subject !== undefined && isVerification(subject)
          ? `The record was already ${overrideValue}, so nothing changed. Its history shows the decision.`
          : 'It counts in the agent’s accuracy and has no other effect.'}
      </p>
    );
  const { vrfId, before, after, at, chainIndex } = consequence;
  return (
    <KeyValueList
      items={[
        { key: 'Record', value: <RecordLink kind="verification" id={vrfId} /> },
        { key: 'Status', value: `${verificationStates[before].word} to ${verificationStates[after].word}` },
        { key: 'Sealed', value: <Time at={at} as="when" zone /> },
        { key: 'Link', value: <span className="uk-mono">{formatCount(chainIndex)}</span> },
      ]}
    />
  );
}
