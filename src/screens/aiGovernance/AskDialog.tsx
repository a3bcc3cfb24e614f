import { MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import { useDraft } from '../../bridge/acts/useDraft.ts';
import type { Prediction } from '../../contracts/agent.ts';
import { obstacleLabels } from '../../domain/commands/obstacleLabels.ts';
import { formatPercent } from '../../domain/format.ts';
import { alternativesTo } from '../../domain/operations/overrides.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { choiceOf } from './overrides.ts';
import { useDecide } from './useDecide.ts';
import { ValueField } from './ValueField.tsx';

const shortestReason = 10;

interface AskDialogProps {
  /** The newest predictions that could be overridden. */
  readonly predictions: readonly Prediction[];
  /** Prediction id from the address, or 'new' for the newest. */
  readonly chosen: string;
  readonly onChoose: (predictionId: string) => void;
  readonly disabledReason: string | null;
  readonly onClose: () => void;
}

/** Dialog that requests an override: which prediction, which value instead, and why. */
export function AskDialog({ predictions, chosen, onChoose, disabledReason, onClose }: AskDialogProps) {
  /** What it was opened for: another prediction chosen in it keeps the reason. */
  const [asked] = useState(chosen);
  const draft = useDraft('overrides.request', asked, { value: '', justification: '' });
  const { value: written, justification } = draft.texts;
  const giveUp = (): void => {
    draft.forget();
    onClose();
  };
  const { keeping, failure, setMissing, touched, obstacleOf, decide } = useDecide(giveUp, () => draft.without('value', 'justification'));
  const [pinned, setPinned] = useState<Prediction | null>(null);
  const { prediction, choices } = choiceOf(chosen, pinned, predictions);
  if (prediction !== undefined && prediction.predictionId !== pinned?.predictionId) setPinned(prediction);
  const options = prediction === undefined ? [] : alternativesTo(prediction.agentName, prediction.prediction);
  const value = written === '' || (options.length > 0 && !options.includes(written)) ? (options[0] ?? written) : written;
  const askedFor = ({ predictionId, agentName, subject }: Prediction) =>
    ({
      kind: 'requestOverride',
      predictionId,
      overrideValue: value.trim(),
      justification: justification.trim(),
      about: `${agentName} on ${subject}`,
    }) as const;
  const obstacle = prediction === undefined ? null : obstacleOf(askedFor(prediction), prediction);
  const blocked =
    disabledReason ?? (prediction === undefined ? 'There is no prediction to override.' : obstacle && `${obstacleLabels(obstacle)}.`);

  const send = (): void => {
    if (prediction === undefined) return;
    if (value.trim().length < 2) return setMissing('Enter the value to use instead.');
    if (justification.trim().length < shortestReason) return setMissing('Give a reason in one sentence: another person decides.');
    decide(askedFor(prediction), prediction);
  };
  return (
    <Dialog
      open
      inAddress
      onClose={onClose}
      icon={MessageCircleQuestion}
      title="Request an override"
      description="Replace an agent's prediction. It takes effect once another person approves it."
      note="Recorded under your name"
      actions={
        <>
          <Button onClick={giveUp}>Cancel</Button>
          <Button kind="primary" busy={keeping} onClick={send} {...(blocked !== null && { disabledReason: blocked })}>
            Request approval
          </Button>
        </>
      }
    >
      {prediction === undefined ? (
        <div className="governance-form">
          <p className="uk-fg2">
            {chosen === 'new'
              ? 'No prediction on this device can be overridden.'
              : `${chosen} cannot be overridden: a request is pending or approved, people decided differently, or it is not on this device.`}
          </p>
          {predictions.length > 0 && (
            <div className="governance-buttons">
              <Button onClick={() => onChoose('new')}>Use the newest instead</Button>
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
            hint={`${formatPercent(prediction.confidence * 100, 1)} sure${prediction.humanDecision === undefined ? ', not decided yet' : `; people decided ${prediction.humanDecision}`}`}
          />
          <ValueField
            agentName={prediction.agentName}
            prediction={prediction.prediction}
            value={value}
            onChange={(next) => draft.set('value', next)}
          />
          <TextArea
            label="Justification"
            value={justification}
            onChange={(next) => {
              draft.set('justification', next);
              touched();
            }}
            limit={1000}
            required
            kept={draft.kept}
            readOnly={keeping}
            hint="What you know that the agent does not."
            {...(failure !== null && { error: failure })}
          />
        </div>
      )}
    </Dialog>
  );
}
