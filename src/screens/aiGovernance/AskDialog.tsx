import { MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import type { Prediction } from '../../contracts/agent.ts';
import { formatPercent } from '../../domain/format.ts';
import { alternativesTo } from '../../domain/overrides.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { choiceOf } from './overrides.ts';
import { useAct } from './useAct.ts';
import { ValueField } from './ValueField.tsx';

const shortestReason = 10;

interface AskDialogProps {
  /** The newest predictions that could be overridden. */
  readonly predictions: readonly Prediction[];
  /** The one that the address names, or 'new' for the newest. */
  readonly chosen: string;
  readonly onChoose: (predictionId: string) => void;
  readonly barred: string | null;
  readonly onClose: () => void;
}

/** Asking for an override: which prediction, what instead, and why. */
export function AskDialog({ predictions, chosen, onChoose, barred, onClose }: AskDialogProps) {
  const { keeping, failure, setFailure, act } = useAct();
  const [written, setWritten] = useState('');
  const [justification, setJustification] = useState('');
  const [pinned, setPinned] = useState<Prediction | null>(null);
  const { prediction, choices } = choiceOf(chosen, pinned, predictions);
  if (prediction !== undefined && prediction.predictionId !== pinned?.predictionId) setPinned(prediction);
  const options = prediction === undefined ? [] : alternativesTo(prediction.agentName, prediction.prediction);
  const value = written === '' || (options.length > 0 && !options.includes(written)) ? (options[0] ?? written) : written;
  const blocked = barred ?? (prediction === undefined ? 'There is no prediction to ask for.' : null);

  const send = async (): Promise<void> => {
    if (prediction === undefined) return;
    if (value.trim().length < 2) return setFailure('Say what should stand in its place.');
    if (justification.trim().length < shortestReason) return setFailure('Say why, in a sentence: somebody else has to decide on it.');
    const { predictionId, agentName, subject } = prediction;
    const about = `${agentName} on ${subject}`;
    if (await act({ kind: 'requestOverride', predictionId, overrideValue: value.trim(), justification: justification.trim(), about }))
      onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      icon={MessageCircleQuestion}
      title="Ask for an override"
      description="Your judgement in place of an agent's. It counts once somebody else has approved it."
      note="Written to the audit trail as you"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={keeping} onClick={() => void send()} {...(blocked !== null && { disabledReason: blocked })}>
            Ask for approval
          </Button>
        </>
      }
    >
      {prediction === undefined ? (
        <div className="governance-form">
          <p className="uk-fg2">
            {chosen === 'new'
              ? 'No prediction that could be overridden is held on this device.'
              : `${chosen} is not open to a request: one waits or was approved already, people decided otherwise, or it is not held on this device.`}
          </p>
          {predictions.length > 0 && (
            <div className="governance-buttons">
              <Button onClick={() => onChoose('new')}>Take the newest instead</Button>
            </div>
          )}
        </div>
      ) : (
        <div className="governance-form">
          <SelectField
            label="Prediction"
            value={prediction.predictionId}
            options={choices.map((one) => ({ value: one.predictionId, label: `${one.agentName}: ${one.prediction} · ${one.subject}` }))}
            onChange={onChoose}
            hint={`${formatPercent(prediction.confidence * 100, 1)} sure${prediction.humanDecision === undefined ? ', nobody has decided yet' : `; people decided ${prediction.humanDecision}`}`}
          />
          <ValueField agentName={prediction.agentName} prediction={prediction.prediction} value={value} onChange={setWritten} />
          <TextArea
            label="Justification"
            value={justification}
            onChange={(next) => {
              setJustification(next);
              setFailure(null);
            }}
            limit={1000}
            required
            hint="What you know that the agent does not."
            {...(failure !== null && { error: failure })}
          />
        </div>
      )}
    </Dialog>
  );
}
