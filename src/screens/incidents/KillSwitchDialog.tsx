import { OctagonX, Play } from 'lucide-react';
import { fetchApi } from '../../bridge/reads/fetchApi.ts';
import { hub } from '../../bridge/hub/hub.ts';
import { useDraft } from '../../bridge/acts/useDraft.ts';
import { useActForm } from '../../bridge/acts/actForm.ts';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import type { Send } from '../../bridge/acts/useSend.ts';
import type { AnswerOf } from '../../contracts/endpoints.ts';
import { killReasonSchema, stopWord } from '../../contracts/killSwitch.ts';
import type { Result } from '../../contracts/problem.ts';
import { z } from '../../contracts/zod.ts';
import { lostLabels, mayBeDone } from '../../domain/lostAnswer.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { type SwitchView, stoppedLabels, unreachableLabels } from './killSwitch.ts';
import { deedDone } from '../../domain/claims/told.ts';

const longestReason = 280;
const nothingTyped = { confirmation: '', reason: '' };
const stopSchema = z.object({ confirmation: z.literal(stopWord), reason: killReasonSchema });
const releaseSchema = z.object({ confirmation: z.string(), reason: killReasonSchema });

interface KillSwitchDialogProps {
  readonly act: 'stop' | 'release';
  readonly held: SwitchView;
  /** Why this person may not release it; null if they may. */
  readonly disabledReason: string | null;
  readonly onClose: () => void;
}

/** Confirmation before halting or releasing everything: a typed word and a reason. Both take effect at once or not at all (D-23). */
export function KillSwitchDialog({ act, held, disabledReason, onClose }: KillSwitchDialogProps) {
  const status = useHubStatus();
  const stopping = act === 'stop';
  const form = stopping ? 'killSwitch.stop' : 'killSwitch.release';
  const draft = useDraft(form, '', nothingTyped);
  const giveUp = (): void => {
    draft.forget();
    onClose();
  };
  const done = stopping ? held.state === 'on' : held.state === 'off';
  const blocked = stopping ? null : disabledReason;
  // Only a warning, the call is tried anyway: a broken stream must not block the switch.
  const doubt = unreachableLabels(status);

  const { field, submit, busy, problem } = useActForm({
    form,
    start: nothingTyped,
    draft,
    schema: stopping ? stopSchema : releaseSchema,
    input: (texts) => ({ ...texts, confirmation: texts.confirmation.trim() }),
    asked: ({ reason }) => reason,
    act: {
      route: 'now',
      send: (why, send) =>
        stopping ? send('changeKillSwitch', { body: { active: true, confirmation: stopWord, reason: why } }) : release(why, held, send),
      // The switch may have moved although the answer was lost, so its state is fetched.
      failed: (refused) => {
        if (mayBeDone(refused)) void hub.retryNow();
      },
      done: () => {
        // Refreshes this console at once, even if no event stream reports the change.
        void hub.retryNow();
        if (stopping) toast({ tone: 'bad', title: stoppedLabels, text: 'Every console shows it. An administrator can release it.' });
        else
          toast({
            claim: deedDone('platform', { deed: 'switchReleased', problem: null }),
            text: 'Processing resumes; decisions waiting on devices are sent now.',
          });
        onClose();
      },
    },
  });
  const failure = problem === null ? null : `${problem.message.replace(/\.$/, '')}.${lostLabels(problem) || ' Nothing was changed.'}`;

  return (
    <Dialog
      open
      inAddress
      role="alertdialog"
      onClose={onClose}
      icon={stopping ? OctagonX : Play}
      title={stopping ? 'Activate the emergency kill switch?' : 'Release the kill switch?'}
      description={
        stopping
          ? 'Stops all processing and makes the platform read-only for everybody until an administrator releases it.'
          : 'Changes are accepted again, processing resumes, and decisions waiting on devices are sent.'
      }
      note="Recorded under your name"
      actions={
        <>
          <Button onClick={giveUp}>Cancel</Button>
          <Button
            kind={stopping ? 'danger' : 'primary'}
            icon={stopping ? OctagonX : Play}
            busy={busy}
            busyText={stopping ? 'Halting...' : 'Releasing...'}
            onClick={submit}
            {...(blocked !== null && { disabledReason: blocked })}
            {...(blocked === null && done && { disabledReason: stopping ? 'It is active already.' : 'It is not active.' })}
          >
            {stopping ? 'Halt all processing' : 'Release'}
          </Button>
        </>
      }
    >
      <form
        noValidate
        className="incident-form"
        data-act={act}
        onSubmit={(event) => {
          event.preventDefault();
          if (blocked === null && !done) submit();
        }}
      >
        {stopping && (
          <TextField
            label={`Type ${stopWord} to confirm`}
            autoComplete="off"
            data-autofocus=""
            spellCheck={false}
            required
            {...field('confirmation')}
          />
        )}
        <TextArea
          label="Reason"
          limit={longestReason}
          required
          kept={draft.kept}
          readOnly={busy}
          hint="Shown on every console beside your name."
          {...(!stopping && { 'data-autofocus': '' })}
          {...field('reason')}
        />
        {(failure ?? blocked) !== null && (
          <p className="incident-failure" role="alert">
            {failure ?? blocked}
          </p>
        )}
        {failure === null && blocked === null && doubt !== null && <p className="uk-fg2">{doubt}</p>}
      </form>
    </Dialog>
  );
}

/** Releases exactly the activation that the user saw. If only a refused command has told of it, the current version is fetched first. */
async function release(reason: string, held: SwitchView, send: Send): Promise<Result<AnswerOf<'changeKillSwitch'>>> {
  const known = (held.state === 'on' || held.state === 'wasOn') && held.by !== null ? held.version : null;
  if (known !== null) return send('changeKillSwitch', { body: { active: false, version: known, reason } });
  const now = await fetchApi('killSwitch');
  return now.ok ? send('changeKillSwitch', { body: { active: false, version: now.value.value.version, reason } }) : now;
}
