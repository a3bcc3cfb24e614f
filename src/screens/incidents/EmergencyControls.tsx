import { OctagonX, Play } from 'lucide-react';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { switchView, unreachableWords } from './killSwitch.ts';

interface EmergencyControlsProps {
  /** Why this person may not release the switch; null where they may. */
  readonly barred: string | null;
  readonly onAsk: (act: 'stop' | 'release') => void;
}

/** The kill switch: where it stands, and the way to halt everything or to let it go on (C-37, C-63). */
export function EmergencyControls({ barred, onAsk }: EmergencyControlsProps) {
  const status = useHubStatus();
  const held = switchView(status);
  const unreachable = unreachableWords(status);
  const hindrance = (held.state === 'on' ? barred : null) ?? unreachable;
  const badge =
    held.state === 'on' ? (
      <StatusBadge status="bad" filled>
        Read-only
      </StatusBadge>
    ) : held.state === 'off' ? (
      <StatusBadge status="ok">Processing</StatusBadge>
    ) : (
      <StatusBadge status="unknown">Not known</StatusBadge>
    );
  return (
    <Panel title="Emergency Controls" aside={badge} pad>
      <div className="incident-controls">
        {held.state === 'on' ? (
          <>
            <p>All processing is halted. What people decide waits on their devices; reading, verifying and the audit trail go on.</p>
            <KeyValueList
              items={[
                { key: 'Since', value: <Time at={held.since} as="when" zone /> },
                { key: 'By', value: held.by ?? <span className="uk-fg3">not known yet</span> },
                { key: 'Reason', value: held.reason === '' ? <span className="uk-fg3">not known yet</span> : held.reason },
              ]}
            />
            <Button kind="primary" icon={Play} onClick={() => onAsk('release')} {...(barred !== null && { disabledReason: barred })}>
              Release kill switch
            </Button>
          </>
        ) : (
          <>
            <p>
              {held.state === 'off'
                ? 'Halts all processing: the platform refuses every change, of people and of its own, until an administrator releases it.'
                : 'Where the kill switch stands is not known while the platform cannot be reached.'}
            </p>
            <Button kind="danger" icon={OctagonX} onClick={() => onAsk('stop')}>
              Activate kill switch
            </Button>
          </>
        )}
        {hindrance !== null && <p className="uk-fg2">{hindrance}</p>}
      </div>
    </Panel>
  );
}
