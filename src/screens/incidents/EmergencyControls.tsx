import { OctagonX, Play } from 'lucide-react';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { processingGoesOn } from '../../domain/claims/link.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { type SwitchView, unreachableLabels } from './killSwitch.ts';
import { Who } from '../../ui/text/Who.tsx';

interface EmergencyControlsProps {
  readonly held: SwitchView;
  /** Freshness of the switch's state. */
  readonly freshness: FreshnessState;
  /** Why this person may not release the switch; null if they may. */
  readonly disabledReason: string | null;
  readonly onAsk: (act: 'stop' | 'release') => void;
}

const words: Readonly<Record<SwitchView['state'], string>> = {
  on: 'All processing is halted. Decisions wait on people’s devices; reading, verification and the audit trail still work.',
  off: 'Stops all processing and makes the platform read-only until an administrator releases it.',
  wasOn: 'All processing was halted when last known. It may have been released since.',
  wasOff: 'Processing was running when last known. The kill switch may have been activated since.',
  unknown: 'The state of the kill switch is not known: the platform has not reported it yet.',
};

/** The kill switch: its state, and the button that halts or releases processing (C-37, C-63). */
export function EmergencyControls({ held, freshness, disabledReason, onAsk }: EmergencyControlsProps) {
  const unreachable = unreachableLabels(useHubStatus());
  const pulled = held.state === 'on' || held.state === 'wasOn';
  const hindrance = (pulled ? disabledReason : null) ?? unreachable;
  return (
    <Panel title="Emergency Controls" {...(freshness.kind !== 'never' && { freshness })} pad>
      <div className="incident-controls">
        <ClaimBadge claim={processingGoesOn('platform', held.state)} />
        <p>{words[held.state]}</p>
        {pulled ? (
          <>
            <KeyValueList
              items={[
                { key: 'Since', value: held.since === null ? notKnown : <Time at={held.since} as="when" zone /> },
                { key: 'By', value: held.by === null ? notKnown : <Who name={held.by} id={held.byId} /> },
                { key: 'Reason', value: held.reason === '' ? notKnown : held.reason },
              ]}
            />
            <Button
              kind="primary"
              icon={Play}
              onClick={() => onAsk('release')}
              {...(disabledReason !== null && { disabledReason: disabledReason })}
            >
              Release kill switch
            </Button>
          </>
        ) : (
          <Button kind="danger" icon={OctagonX} onClick={() => onAsk('stop')}>
            Activate kill switch
          </Button>
        )}
        {hindrance !== null && <p className="uk-fg2">{hindrance}</p>}
      </div>
    </Panel>
  );
}

const notKnown = <span className="uk-fg3">not known yet</span>;
