import { OctagonX, Play } from 'lucide-react';
import { useState } from 'react';
import { fetchApi } from '../../bridge/reads/fetchApi.ts';
import { hub } from '../../bridge/hub/hub.ts';
import { useDraft } from '../../bridge/acts/useDraft.ts';
import { useAct } from '../../bridge/acts/useAct.ts';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import type { Send } from '../../bridge/acts/useSend.ts';
import type { AnswerOf } from '../../contracts/endpoints.ts';
import { stopWord } from '../../contracts/killSwitch.ts';
import type { Result } from '../../contracts/problem.ts';
import { lostLabels, mayBeDone } from '../../domain/lostAnswer.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { type SwitchView, stoppedLabels, unreachableLabels } from './killSwitch.ts';
import { deedDone } from '../../domain/claims/told.ts';

const longestReason = 280;
const shortestReason = 3;

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
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<'word' | 'reason' | null>(null);
  const stopping = act === 'stop';
  const draft = useDraft(stopping ? 'killSwitch.stop' : 'killSwitch.release', '', { reason: '' });
  const { reason } = draft.texts;
  const giveUp = (): void => {
    draft.forget();
    onClose();
  };
  const done = stopping ? held.state === 'on' : held.state === 'off';
  const blocked = stopping ? null : disabledReason;
  // Only a warning, the call is tried anyway: a broken stream must not block the switch.
  const doubt = unreachableLabels(status);

  const { busy, problem, run } = useAct({
    route: 'now',
    send: (why: string, send) =>
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
      giveUp();
    },
  });
  const failure = problem === null ? null : `${problem.message.replace(/\.$/, '')}.${lostLabels(problem) || ' Nothing was changed.'}`;

  const send = (): void => {
    if (stopping && typed.trim() !== stopWord) return setWrong('word');
    if (reason.trim().length < shortestReason) return setWrong('reason');
    setWrong(null);
    void run(reason.trim());
  };

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
            onClick={send}
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
          if (blocked === null && !done) send();
        }}
      >
        {stopping && (
          <TextField
            label={`Type ${stopWord} to confirm`}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            data-autofocus=""
            spellCheck={false}
            required
            {...(wrong === 'word' && { error: `Type the word ${stopWord}, in capitals.` })}
          />
        )}
        <TextArea
          label="Reason"
          value={reason}
          onChange={(next) => draft.set('reason', next)}
          limit={longestReason}
          required
          kept={draft.kept}
          readOnly={busy}
          hint="Shown on every console beside your name."
          {...(!stopping && { 'data-autofocus': '' })}
          {...(wrong === 'reason' && { error: 'Say why, in a few words.' })}
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
