import { Check, MessageCircleQuestion, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { useActForm } from '../../bridge/acts/actForm.ts';
import { useDraft } from '../../bridge/acts/useDraft.ts';
import { usePerson } from '../../bridge/acts/useMay.ts';
import { useObstacle } from '../../bridge/acts/useObstacle.ts';
import { justificationSchema, type Override, overrideValueSchema } from '../../contracts/agent.ts';
import type { Command } from '../../contracts/outbox.ts';
import { z } from '../../contracts/zod.ts';
import { obstacleLabels } from '../../domain/commands/obstacleLabels.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { tellKept, useDecide } from './useDecide.ts';
import { ValueField } from './ValueField.tsx';

const longestReason = 1000;
const changeForm = z.object({ value: overrideValueSchema, justification: justificationSchema });

interface OverrideActsProps {
  readonly override: Override;
  /** Opens a new request for the same prediction; null if that prediction cannot be overridden. */
  readonly onAskAnew: ((predictionId: string) => void) | null;
}

/** Approve and reject for everyone but the requester; change for the requester only (C-36). */
export function OverrideActs({ override, onAskAnew }: OverrideActsProps) {
  const person = usePerson();
  if (person === null) return null;
  const { predictionId } = override;
  if (override.requestedBy === person.id && override.status === 'rejected')
    return (
      <div className="governance-form">
        <p className="uk-fg2">Rejected: the prediction stands. You can request it again with a new reason.</p>
        {onAskAnew !== null && predictionId !== undefined && (
          <div className="governance-buttons">
            <Button icon={MessageCircleQuestion} onClick={() => onAskAnew(predictionId)}>
              Request again
            </Button>
          </div>
        )}
      </div>
    );
  const Act = override.requestedBy === person.id ? Change : Decide;
  return <Act key={override.version} override={override} />;
}

interface ActProps {
  readonly override: Override;
}

function Decide({ override }: ActProps) {
  const { overrideId, version } = override;
  const draft = useDraft('overrides.decide', overrideId, { note: '' });
  const { note } = draft.texts;
  const { keeping, failure, touched, obstacleOf, decide } = useDecide(draft.sent, () => draft.without('note'));
  const asked = (decision: 'approve' | 'reject') => ({ kind: 'decideOverride', overrideId, version, decision, note: note.trim() }) as const;
  const obstacle = obstacleOf(asked('approve'), override);
  if (obstacle !== null) return <p className="uk-fg2">{obstacleLabels(obstacle)}.</p>;
  return (
    <div className="governance-form">
      <TextArea
        label="Note on your decision"
        value={note}
        onChange={(next) => {
          draft.set('note', next);
          touched();
        }}
        limit={longestReason}
        rows={2}
        hint="Shown to the requester and in the audit trail."
        kept={draft.kept}
        readOnly={keeping}
        {...(failure !== null && { error: failure })}
      />
      <div className="governance-buttons">
        <Button kind="primary" icon={Check} busy={keeping} onClick={() => decide(asked('approve'), override)}>
          Approve
        </Button>
        <Button icon={X} busy={keeping} onClick={() => decide(asked('reject'), override)}>
          Reject
        </Button>
      </div>
      <p className="uk-fg3">
        You decide on version {version}. If the request changes before your decision arrives, the decision is refused.
      </p>
    </div>
  );
}

function Change({ override }: ActProps) {
  const { overrideId, version, overrideValue, justification: given } = override;
  const start = { value: overrideValue, justification: given };
  const draft = useDraft('overrides.change', overrideId, start);
  const [opened, setOpened] = useState(false);
  const open = opened || draft.kept !== null;
  // What it was opened for is the person's own with the first key.
  if (open && !opened) setOpened(true);
  const close = (): void => {
    draft.forget();
    setOpened(false);
  };
  const { texts, field, errors, submit, busy, problem } = useActForm({
    form: 'overrides.change',
    start,
    draft,
    schema: changeForm,
    asked: ({ value, justification }): readonly Command[] =>
      version === undefined ? [] : [{ kind: 'changeOverride', overrideId, version, overrideValue: value, justification }],
    act: {
      route: 'outbox',
      commands: (decided) => decided,
      done: ({ waits }, { value }) => {
        for (const command of value) tellKept(command, waits);
        setOpened(false);
      },
    },
  });
  const failure = errors.value ?? errors.justification ?? problem?.message;
  const obstacle = useObstacle()(
    { kind: 'changeOverride', overrideId, version, overrideValue: texts.value, justification: texts.justification.trim() },
    override,
  );
  const stopped = obstacle && `${obstacleLabels(obstacle)}.`;
  const same = texts.value === overrideValue && texts.justification.trim() === given;
  if (!open)
    return (
      <div className="governance-form">
        <p className="uk-fg2">
          {override.status === 'approved'
            ? 'You requested this. If you change it, it must be approved again.'
            : 'You requested this: another person must decide.'}
        </p>
        <div className="governance-buttons">
          <Button icon={Pencil} onClick={() => setOpened(true)} {...(stopped !== null && { disabledReason: stopped })}>
            Change request
          </Button>
        </div>
      </div>
    );
  const disabledReason = same ? 'No changes yet.' : stopped;
  return (
    <div className="governance-form">
      <ValueField agentName={override.agentName} prediction={override.originalPrediction} {...field('value')} />
      <TextArea
        label="Justification"
        {...field('justification')}
        limit={longestReason}
        kept={draft.kept}
        readOnly={busy}
        {...(failure !== undefined && { error: failure })}
      />
      <div className="governance-buttons">
        <Button kind="primary" busy={busy} onClick={submit} {...(disabledReason !== null && { disabledReason })}>
          {override.status === 'approved' ? 'Change and request again' : 'Change request'}
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </div>
  );
}
