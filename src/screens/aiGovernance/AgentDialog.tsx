import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useActForm } from '../../bridge/acts/actForm.ts';
import { useDraft } from '../../bridge/acts/useDraft.ts';
import { useObstacle } from '../../bridge/acts/useObstacle.ts';
import { type Agent, agentModes, justificationSchema } from '../../contracts/agent.ts';
import type { Command } from '../../contracts/outbox.ts';
import { z } from '../../contracts/zod.ts';
import { obstacleLabels } from '../../domain/commands/obstacleLabels.ts';
import { agentChange } from '../../domain/operations/overrides.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { agentModes as names } from './model.ts';
import { tellKept } from './useDecide.ts';

const modes = agentModes.map((mode) => ({ value: mode, label: names[mode].word }));
const switches = [
  { value: 'on', label: 'Enabled' },
  { value: 'off', label: 'Disabled' },
] as const;

const agentForm = z.object({ mode: z.enum(agentModes), state: z.enum(['on', 'off']), reason: justificationSchema });

interface AgentDialogProps {
  readonly agent: Agent;
  readonly disabledReason: string | null;
  readonly onClose: () => void;
}

/** Dialog that changes an agent's mode, with a reason. */
export function AgentDialog({ agent: now, disabledReason, onClose }: AgentDialogProps) {
  // Snapshot taken when the dialog opens, so that later updates do not change what is being decided on.
  const [agent] = useState(now);
  const start = { mode: agent.mode, state: agent.enabled ? 'on' : 'off', reason: '' };
  const draft = useDraft('agents.change', agent.agentId, start);
  const giveUp = (): void => {
    draft.forget();
    onClose();
  };
  const { agentId, name: agentName, version } = agent;
  const { texts, field, errors, submit, busy, problem } = useActForm({
    form: 'agents.change',
    start,
    draft,
    schema: agentForm,
    asked: ({ mode: wanted, state, reason }): readonly Command[] =>
      version === undefined ? [] : [{ kind: 'changeAgent', agentId, agentName, version, mode: wanted, enabled: state === 'on', reason }],
    act: {
      route: 'outbox',
      commands: (decided) => decided,
      done: ({ waits }, { value }) => {
        for (const command of value) tellKept(command, waits);
        onClose();
      },
    },
  });
  const mode = agentModes.find((each) => each === texts.mode) ?? agent.mode;
  const enabled = texts.state === 'on';
  const failure = errors.reason ?? problem?.message;
  const change = agentChange(agent, { mode, enabled });
  const obstacle = useObstacle()({ kind: 'changeAgent', agentId, agentName, version, mode, enabled, reason: texts.reason.trim() }, agent);
  const blocked = disabledReason ?? (obstacle?.code === 'unchanged' ? 'No changes yet.' : obstacle && `${obstacleLabels(obstacle)}.`);
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
          <Button kind="primary" busy={busy} onClick={submit} {...(blocked !== null && { disabledReason: blocked })}>
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
          <SegmentedControl label="Mode" value={mode} options={modes} onChange={field('mode').onChange} />
          <p className="uk-fg2">
            {names[mode].meaning}. {names[mode].follows}.
          </p>
        </div>
        <div className="governance-choice">
          <span className="uk-label" aria-hidden="true">
            State
          </span>
          <SegmentedControl label="State" value={enabled ? 'on' : 'off'} options={switches} onChange={field('state').onChange} />
          <p className="uk-fg2">{enabled ? 'It makes predictions.' : 'It makes no predictions until it is enabled again.'}</p>
        </div>
        <TextArea
          label="Reason"
          {...field('reason')}
          limit={1000}
          required
          kept={draft.kept}
          readOnly={busy}
          hint="Shown in the audit trail."
          {...(failure !== undefined && { error: failure })}
        />
      </div>
    </Dialog>
  );
}
