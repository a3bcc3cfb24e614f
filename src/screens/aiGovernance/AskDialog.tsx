import { MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import { useActForm } from '../../bridge/acts/actForm.ts';
import { useDraft } from '../../bridge/acts/useDraft.ts';
import { useObstacle } from '../../bridge/acts/useObstacle.ts';
import { justificationSchema, overrideValueSchema, type Prediction } from '../../contracts/agent.ts';
import type { Command } from '../../contracts/outbox.ts';
import { z } from '../../contracts/zod.ts';
import { obstacleLabels } from '../../domain/commands/obstacleLabels.ts';
import { formatPercent } from '../../domain/format.ts';
import { alternativesTo } from '../../domain/operations/overrides.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { choiceOf } from './overrides.ts';
import { tellKept } from './useDecide.ts';
import { ValueField } from './ValueField.tsx';

const requestForm = z.object({ value: overrideValueSchema, justification: justificationSchema });
const nothingTyped = { value: '', justification: '' };

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
  const draft = useDraft('overrides.request', asked, nothingTyped);
  const giveUp = (): void => {
    draft.forget();
    onClose();
  };
  const obstacleOf = useObstacle();
  const [pinned, setPinned] = useState<Prediction | null>(null);
  const { prediction, choices } = choiceOf(chosen, pinned, predictions);
  if (prediction !== undefined && prediction.predictionId !== pinned?.predictionId) setPinned(prediction);
  const options = prediction === undefined ? [] : alternativesTo(prediction.agentName, prediction.prediction);
  const valueOf = (written: string): string =>
    written === '' || (options.length > 0 && !options.includes(written)) ? (options[0] ?? written) : written;
  const askedFor = (
    { predictionId, agentName, subject }: Prediction,
    entered: { readonly value: string; readonly justification: string },
  ) =>
    ({
      kind: 'requestOverride',
      predictionId,
      overrideValue: entered.value,
      justification: entered.justification,
      about: `${agentName} on ${subject}`,
    }) as const;

  const { texts, field, errors, submit, busy, problem } = useActForm({
    form: 'overrides.request',
    start: nothingTyped,
    draft,
    schema: requestForm,
    input: (entered) => ({ ...entered, value: valueOf(entered.value) }),
    asked: (entered): readonly Command[] => (prediction === undefined ? [] : [askedFor(prediction, entered)]),
    act: {
      route: 'outbox',
      commands: (decided) => decided,
      done: ({ waits }, { value }) => {
        for (const command of value) tellKept(command, waits);
        onClose();
      },
    },
  });
  const failure = errors.value ?? errors.justification ?? problem?.message;
  const entered = { value: valueOf(texts.value).trim(), justification: texts.justification.trim() };
  const obstacle = prediction === undefined ? null : obstacleOf(askedFor(prediction, entered), prediction);
  const blocked =
    disabledReason ?? (prediction === undefined ? 'There is no prediction to override.' : obstacle && `${obstacleLabels(obstacle)}.`);
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
          <Button kind="primary" busy={busy} onClick={submit} {...(blocked !== null && { disabledReason: blocked })}>
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
            {...field('value')}
            value={valueOf(texts.value)}
          />
          <TextArea
            label="Justification"
            {...field('justification')}
            limit={1000}
            required
            kept={draft.kept}
            readOnly={busy}
            hint="What you know that the agent does not."
            {...(failure !== undefined && { error: failure })}
          />
        </div>
      )}
    </Dialog>
  );
}
