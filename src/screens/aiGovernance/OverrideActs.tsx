import { Check, MessageCircleQuestion, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { usePerson } from '../../bridge/useMay.ts';
import type { Override } from '../../contracts/agent.ts';
import { noVersionWords } from '../../domain/noVersion.ts';
import { barredFromChanging, barredFromDeciding, missingNoteWords } from '../../domain/overrides.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { useAct } from './useAct.ts';
import { ValueField } from './ValueField.tsx';

const shortestReason = 10;
const longestReason = 1000;

interface OverrideActsProps {
  readonly override: Override;
  /** Something decided about it here waits to be sent. */
  readonly waiting: boolean;
  /** Asking for an override of its prediction; null where that is not open to one. */
  readonly onAskAnew: ((predictionId: string) => void) | null;
}

/** Approving and rejecting, by anybody but the requester; changing, by the requester alone (C-36). */
export function OverrideActs({ override, waiting, onAskAnew }: OverrideActsProps) {
  const person = usePerson();
  if (person === null) return null;
  const stopped = waiting ? 'What you decided waits to be sent' : override.version === undefined ? noVersionWords : null;
  const { predictionId } = override;
  if (override.requestedBy === person.id && override.status === 'rejected')
    return (
      <div className="governance-form">
        <p className="uk-fg2">It was rejected: the prediction stands. With more to say for it you may ask anew.</p>
        {onAskAnew !== null && predictionId !== undefined && (
          <div className="governance-buttons">
            <Button icon={MessageCircleQuestion} onClick={() => onAskAnew(predictionId)}>
              Ask anew
            </Button>
          </div>
        )}
      </div>
    );
  if (override.requestedBy === person.id)
    return <Change key={override.version} override={override} stopped={stopped ?? barredFromChanging(override, person)} />;
  return <Decide key={override.version} override={override} stopped={stopped ?? barredFromDeciding(override, person)} />;
}

interface ActProps {
  readonly override: Override;
  readonly stopped: string | null;
}

function Decide({ override, stopped }: ActProps) {
  const { keeping, failure, setFailure, act } = useAct();
  const [note, setNote] = useState('');
  const { overrideId, version } = override;
  if (stopped !== null || version === undefined) return <p className="uk-fg2">{stopped ?? noVersionWords}.</p>;
  const decide = (decision: 'approve' | 'reject') => {
    const unexplained = missingNoteWords(decision, note);
    if (unexplained !== null) return setFailure(`${unexplained}.`);
    void act({ kind: 'decideOverride', overrideId, version, decision, note: note.trim() });
  };
  return (
    <div className="governance-form">
      <TextArea
        label="Note on your decision"
        value={note}
        onChange={(next) => {
          setNote(next);
          setFailure(null);
        }}
        limit={longestReason}
        rows={2}
        hint="Read by whoever asked, and in the trail."
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
      <p className="uk-fg3">You decide on version {version}. Changed meanwhile, your decision is refused and not applied to the new one.</p>
    </div>
  );
}

function Change({ override, stopped }: ActProps) {
  const { keeping, failure, setFailure, act } = useAct();
  const [open, setOpen] = useState(false);
  const [value, setValue] = useState(override.overrideValue);
  const [justification, setJustification] = useState(override.justification);
  const same = value === override.overrideValue && justification.trim() === override.justification;
  if (!open)
    return (
      <div className="governance-form">
        <p className="uk-fg2">
          {override.status === 'approved'
            ? 'You asked for it. Changed, it loses its approval and waits for a new one.'
            : 'You asked for it: somebody else has to decide.'}
        </p>
        <div className="governance-buttons">
          <Button icon={Pencil} onClick={() => setOpen(true)} {...(stopped !== null && { disabledReason: `${stopped}.` })}>
            Change request
          </Button>
        </div>
      </div>
    );
  const send = async (): Promise<void> => {
    if (justification.trim().length < shortestReason) return setFailure('Say why, in a sentence.');
    const { overrideId, version } = override;
    if (version === undefined) return setFailure(`${noVersionWords}.`);
    if (await act({ kind: 'changeOverride', overrideId, version, overrideValue: value, justification: justification.trim() }))
      setOpen(false);
  };
  return (
    <div className="governance-form">
      <ValueField agentName={override.agentName} prediction={override.originalPrediction} value={value} onChange={setValue} />
      <TextArea
        label="Justification"
        value={justification}
        onChange={(next) => {
          setJustification(next);
          setFailure(null);
        }}
        limit={longestReason}
        {...(failure !== null && { error: failure })}
      />
      <div className="governance-buttons">
        <Button kind="primary" busy={keeping} onClick={() => void send()} {...(same && { disabledReason: 'Nothing is changed yet.' })}>
          {override.status === 'approved' ? 'Change and ask again' : 'Change request'}
        </Button>
        <Button onClick={() => setOpen(false)}>Cancel</Button>
      </div>
    </div>
  );
}
