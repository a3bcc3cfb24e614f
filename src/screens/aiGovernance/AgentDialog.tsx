import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { type Agent, agentModes } from '../../contracts/agent.ts';
import { noVersionWords } from '../../domain/noVersion.ts';
import { agentChange } from '../../domain/overrides.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { agentModes as names } from './model.ts';
import { useAct } from './useAct.ts';

const shortestReason = 10;
const modes = agentModes.map((mode) => ({ value: mode, label: names[mode].word }));
const switches = [
  { value: 'on', label: 'Enabled' },
  { value: 'off', label: 'Disabled' },
] as const;

interface AgentDialogProps {
  readonly agent: Agent;
  readonly barred: string | null;
  readonly onClose: () => void;
}

/** How far an agent is trusted from now on, and why. */
export function AgentDialog({ agent: now, barred, onClose }: AgentDialogProps) {
  // As it was when it was looked at: what comes meanwhile must not change what is being decided on.
  const [agent] = useState(now);
  const { keeping, failure, setFailure, act } = useAct();
  const [mode, setMode] = useState(agent.mode);
  const [enabled, setEnabled] = useState(agent.enabled);
  const [reason, setReason] = useState('');
  const change = agentChange(agent, { mode, enabled });
  const blocked =
    barred ?? (agent.version === undefined ? `${noVersionWords}.` : null) ?? (change === null ? 'Nothing is changed yet.' : null);
  const send = async (): Promise<void> => {
    if (reason.trim().length < shortestReason) return setFailure('Say why, in a sentence.');
    const { agentId, name, version } = agent;
    if (version === undefined) return setFailure(`${noVersionWords}.`);
    if (await act({ kind: 'changeAgent', agentId, agentName: name, version, mode, enabled, reason: reason.trim() })) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      icon={SlidersHorizontal}
      title={`Change ${agent.name}`}
      description={change === null ? 'How far it is trusted.' : `${change.before} to ${change.after}`}
      note="Written to the audit trail as you"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={keeping} onClick={() => void send()} {...(blocked !== null && { disabledReason: blocked })}>
            Change {agent.name}
          </Button>
        </>
      }
    >
      <div className="governance-form">
        <div className="governance-choice">
          <span className="uk-label" aria-hidden="true">
            Mode
          </span>
          <SegmentedControl label="Mode" value={mode} options={modes} onChange={setMode} />
          <p className="uk-fg2">
            {names[mode].meaning}. {names[mode].follows}.
          </p>
        </div>
        <div className="governance-choice">
          <span className="uk-label" aria-hidden="true">
            State
          </span>
          <SegmentedControl
            label="State"
            value={enabled ? 'on' : 'off'}
            options={switches}
            onChange={(next) => setEnabled(next === 'on')}
          />
          <p className="uk-fg2">{enabled ? 'It predicts.' : 'It predicts nothing until it is enabled again.'}</p>
        </div>
        <TextArea
          label="Reason"
          value={reason}
          onChange={(next) => {
            setReason(next);
            setFailure(null);
          }}
          limit={1000}
          required
          hint="Read in the trail by whoever checks it."
          {...(failure !== null && { error: failure })}
        />
      </div>
    </Dialog>
  );
}
