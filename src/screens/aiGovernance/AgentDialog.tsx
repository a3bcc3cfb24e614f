import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useDraft } from '../../bridge/acts/useDraft.ts';
import { type Agent, agentModes } from '../../contracts/agent.ts';
import { obstacleLabels } from '../../domain/commands/obstacleLabels.ts';
import { agentChange } from '../../domain/operations/overrides.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { agentModes as names } from './model.ts';
import { useDecide } from './useDecide.ts';

const shortestReason = 10;
const modes = agentModes.map((mode) => ({ value: mode, label: names[mode].word }));
const switches = [
  { value: 'on', label: 'Enabled' },
  { value: 'off', label: 'Disabled' },
] as const;

interface AgentDialogProps {
  readonly agent: Agent;
  readonly disabledReason: string | null;
  readonly onClose: () => void;
}

/** Dialog that changes an agent's mode, with a reason. */
export function AgentDialog({ agent: now, disabledReason, onClose }: AgentDialogProps) {
  // Snapshot taken when the dialog opens, so that later updates do not change what is being decided on.
  const [agent] = useState(now);
  const draft = useDraft('agents.change', agent.agentId, { reason: '' });
  const { reason } = draft.texts;
  const giveUp = (): void => {
    draft.forget();
    onClose();
  };
  const { keeping, failure, setMissing, touched, obstacleOf, decide } = useDecide(giveUp, () => draft.without('reason'));
  const [mode, setMode] = useState(agent.mode);
  const [enabled, setEnabled] = useState(agent.enabled);
  const change = agentChange(agent, { mode, enabled });
  const { agentId, name: agentName, version } = agent;
  const asked = { kind: 'changeAgent', agentId, agentName, version, mode, enabled, reason: reason.trim() } as const;
  const obstacle = obstacleOf(asked, agent);
  const blocked = disabledReason ?? (obstacle?.code === 'unchanged' ? 'No changes yet.' : obstacle && `${obstacleLabels(obstacle)}.`);
  const send = (): void => {
    if (asked.reason.length < shortestReason) return setMissing('Give a reason in one sentence.');
    decide(asked, agent);
  };
  return (
    <Dialog
      open
      inAddress
      onClose={onClose}
      icon={SlidersHorizontal}
      title={`Change ${agent.name}`}
      description={change.before === change.after ? 'Sets what the agent may do.' : `${change.before} to ${change.after}`}
      note="Recorded under your name"
      actions={
        <>
          <Button onClick={giveUp}>Cancel</Button>
          <Button kind="primary" busy={keeping} onClick={send} {...(blocked !== null && { disabledReason: blocked })}>
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
          <p className="uk-fg2">{enabled ? 'It makes predictions.' : 'It makes no predictions until it is enabled again.'}</p>
        </div>
        <TextArea
          label="Reason"
          value={reason}
          onChange={(next) => {
            draft.set('reason', next);
            touched();
          }}
          limit={1000}
          required
          kept={draft.kept}
          readOnly={keeping}
          hint="Shown in the audit trail."
          {...(failure !== null && { error: failure })}
        />
      </div>
    </Dialog>
  );
}
