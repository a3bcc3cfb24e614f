import { OctagonX, Play } from 'lucide-react';
import { useState } from 'react';
import { fetchApi } from '../../bridge/fetchApi.ts';
import { hub } from '../../bridge/hub.ts';
import { provenCall } from '../../bridge/provenCall.ts';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import { stopWord } from '../../contracts/killSwitch.ts';
import { lostWords, mayBeDone } from '../../domain/lostAnswer.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { type SwitchView, stoppedWords, unreachableWords } from './killSwitch.ts';
import { deedDone } from '../../domain/claims/told.ts';

const longestReason = 280;
const shortestReason = 3;

interface KillSwitchDialogProps {
  readonly act: 'stop' | 'release';
  readonly held: SwitchView;
  /** Why this person may not release it; null where they may. */
  readonly barred: string | null;
  readonly onClose: () => void;
}

/** The question before everything is halted, or goes on: a typed word and a reason. Both take effect at once or not at all (D-23). */
export function KillSwitchDialog({ act, held, barred, onClose }: KillSwitchDialogProps) {
  const status = useHubStatus();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<'word' | 'reason' | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const stopping = act === 'stop';
  const done = stopping ? held.state === 'on' : held.state === 'off';
  const blocked = stopping ? null : barred;
  // It is tried all the same: a broken stream is no reason to keep a hand from the switch.
  const doubt = unreachableWords(status);

  const send = async (): Promise<void> => {
    if (stopping && typed.trim() !== stopWord) return setWrong('word');
    if (reason.trim().length < shortestReason) return setWrong('reason');
    setWrong(null);
    setFailure(null);
    setBusy(true);
    const answer = await (stopping
      ? fetchApi('changeKillSwitch', { body: { active: true, confirmation: stopWord, reason: reason.trim() } })
      : release(reason.trim(), held));
    setBusy(false);
    if (!answer.ok) {
      const { problem } = answer;
      // Its answer may be all that was lost: where it stands is asked.
      if (mayBeDone(problem)) void hub.retryNow();
      return setFailure(`${problem.message.replace(/\.$/, '')}.${lostWords(problem) || ' Nothing was changed.'}`);
    }
    // Where no stream tells of it, this console shows it at once all the same.
    void hub.retryNow();
    if (stopping) toast({ tone: 'bad', title: stoppedWords, text: 'Every console shows it. An administrator can release it.' });
    else
      toast({
        claim: deedDone('platform', { deed: 'switchReleased', problem: null }),
        text: 'Processing goes on; what waited on devices is sent now.',
      });
    onClose();
  };

  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      icon={stopping ? OctagonX : Play}
      title={stopping ? 'Activate the emergency kill switch?' : 'Release the kill switch?'}
      description={
        stopping
          ? 'All processing halts and the whole platform is read-only, for everybody, until an administrator releases it.'
          : 'Changes are accepted again, processing goes on where it stood, and what waited on devices is sent.'
      }
      note="Written to the audit trail as you"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind={stopping ? 'danger' : 'primary'}
            icon={stopping ? OctagonX : Play}
            busy={busy}
            busyText={stopping ? 'Halting...' : 'Releasing...'}
            onClick={() => void send()}
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
          if (blocked === null && !done && !busy) void send();
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
          onChange={setReason}
          limit={longestReason}
          required
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

/** Ends the pull that was looked at. Where only a refused change has told of it, the platform is asked first which one that is. */
async function release(reason: string, held: SwitchView): ReturnType<typeof fetchApi<'changeKillSwitch'>> {
  const known = (held.state === 'on' || held.state === 'wasOn') && held.by !== null ? held.version : null;
  if (known !== null) return provenCall('changeKillSwitch', { body: { active: false, version: known, reason } });
  const now = await fetchApi('killSwitch');
  return now.ok ? provenCall('changeKillSwitch', { body: { active: false, version: now.value.value.version, reason } }) : now;
}
