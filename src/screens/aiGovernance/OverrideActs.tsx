import { Check, MessageCircleQuestion, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { useActForm } from '../../bridge/acts/actForm.ts';
import { useDraft } from '../../bridge/acts/useDraft.ts';
import { usePerson } from '../../bridge/acts/useMay.ts';
import { justificationSchema, type Override, overrideValueSchema } from '../../contracts/agent.ts';
import type { Command } from '../../contracts/outbox.ts';
import { z } from '../../contracts/zod.ts';
import { noVersionLabels } from '../../domain/noVersion.ts';
import { changingDisabledReason, decidingDisabledReason, missingNoteLabels } from '../../domain/operations/overrides.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { tellKept, useDecide } from './useDecide.ts';
import { ValueField } from './ValueField.tsx';

const longestReason = 1000;
const changeForm = z.object({ value: overrideValueSchema, justification: justificationSchema });

interface OverrideActsProps {
  readonly override: Override;
  /** True while a decision about this request waits in the outbox. */
  readonly waiting: boolean;
  /** Opens a new request for the same prediction; null if that prediction cannot be overridden. */
  readonly onAskAnew: ((predictionId: string) => void) | null;
}

/** Approve and reject for everyone but the requester; change for the requester only (C-36). */
export function OverrideActs({ override, waiting, onAskAnew }: OverrideActsProps) {
  const person = usePerson();
  if (person === null) return null;
  const stopped = waiting ? 'Your decision is waiting to be sent' : override.version === undefined ? noVersionLabels : null;
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
  if (override.requestedBy === person.id)
    return <Change key={override.version} override={override} stopped={stopped ?? changingDisabledReason(override, person)} />;
  return <Decide key={override.version} override={override} stopped={stopped ?? decidingDisabledReason(override, person)} />;
}

interface ActProps {
  readonly override: Override;
  readonly stopped: string | null;
}

function Decide({ override, stopped }: ActProps) {
  const { overrideId, version } = override;
  const draft = useDraft('overrides.decide', overrideId, { note: '' });
  const { note } = draft.texts;
  const { keeping, failure, setMissing, touched, decide: queue } = useDecide(draft.forget, () => draft.without('note'));
  if (stopped !== null || version === undefined) return <p className="uk-fg2">{stopped ?? noVersionLabels}.</p>;
  const decide = (decision: 'approve' | 'reject') => {
    const unexplained = missingNoteLabels(decision, note);
    if (unexplained !== null) return setMissing(`${unexplained}.`);
    queue({ kind: 'decideOverride', overrideId, version, decision, note: note.trim() });
  };
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
        <Button kind="primary" icon={Check} busy={keeping} onClick={() => decide('approve')}>
          Approve
        </Button>
        <Button icon={X} busy={keeping} onClick={() => decide('reject')}>
          Reject
        </Button>
      </div>
      <p className="uk-fg3">
        You decide on version {version}. If the request changes before your decision arrives, the decision is refused.
      </p>
    </div>
  );
}

function Change({ override, stopped }: ActProps) {
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
          <Button icon={Pencil} onClick={() => setOpened(true)} {...(stopped !== null && { disabledReason: `${stopped}.` })}>
            Change request
          </Button>
        </div>
      </div>
    );
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
        <Button kind="primary" busy={busy} onClick={submit} {...(same && { disabledReason: 'No changes yet.' })}>
          {override.status === 'approved' ? 'Change and request again' : 'Change request'}
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </div>
  );
}
