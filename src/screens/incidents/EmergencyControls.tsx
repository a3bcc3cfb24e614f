import { OctagonX, Play } from 'lucide-react';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import type { FreshnessState } from '../../domain/freshness.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { processingGoesOn } from '../../domain/claims/link.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { type SwitchView, unreachableWords } from './killSwitch.ts';
import { Who } from '../../ui/text/Who.tsx';

interface EmergencyControlsProps {
  readonly held: SwitchView;
  /** As of when that was said. */
  readonly freshness: FreshnessState;
  /** Why this person may not release the switch; null where they may. */
  readonly barred: string | null;
  readonly onAsk: (act: 'stop' | 'release') => void;
}

const words: Readonly<Record<SwitchView['state'], string>> = {
  on: 'All processing is halted. What people decide waits on their devices; reading, verifying and the audit trail go on.',
  off: 'Halts all processing: the platform refuses every change, of people and of its own, until an administrator releases it.',
  wasOn: 'All processing was halted when this device last heard of it. Whether it was released since is not known here.',
  wasOff: 'Nothing was halted when this device last heard of it. Whether somebody has pulled it since is not known here.',
  unknown: 'Where the kill switch stands is not known: this device has not heard it from the platform yet.',
};

/** The kill switch: where it stands, and the way to halt everything or to let it go on (C-37, C-63). */
export function EmergencyControls({ held, freshness, barred, onAsk }: EmergencyControlsProps) {
  const unreachable = unreachableWords(useHubStatus());
  const pulled = held.state === 'on' || held.state === 'wasOn';
  const hindrance = (pulled ? barred : null) ?? unreachable;
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
            <Button kind="primary" icon={Play} onClick={() => onAsk('release')} {...(barred !== null && { disabledReason: barred })}>
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
