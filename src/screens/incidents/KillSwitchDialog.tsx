import { OctagonX, Play } from 'lucide-react';
import { useState } from 'react';
import { fetchApi } from '../../bridge/fetchApi.ts';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import { type KillSwitchChange, stopWord } from '../../contracts/killSwitch.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { stoppedWords, switchView, unreachableWords } from './killSwitch.ts';

const longestReason = 280;
const shortestReason = 3;

interface KillSwitchDialogProps {
  readonly act: 'stop' | 'release';
  /** Why this person may not release it; null where they may. */
  readonly barred: string | null;
  readonly onClose: () => void;
}

/** The question before everything is halted, or goes on: a typed word and a reason. Both take effect at once or not at all (D-23). */
export function KillSwitchDialog({ act, barred, onClose }: KillSwitchDialogProps) {
  const status = useHubStatus();
  const held = switchView(status);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<'word' | 'reason' | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const stopping = act === 'stop';
  const done = stopping ? held.state === 'on' : held.state === 'off';
  const blocked = unreachableWords(status) ?? (stopping ? null : barred);

  const send = async (): Promise<void> => {
    if (stopping && typed !== stopWord) return setWrong('word');
    if (reason.trim().length < shortestReason) return setWrong('reason');
    setWrong(null);
    setFailure(null);
    setBusy(true);
    const body: KillSwitchChange = stopping
      ? { active: true, confirmation: stopWord, reason: reason.trim() }
      : { active: false, version: held.state === 'on' ? held.version : 0, reason: reason.trim() };
    const answer = await fetchApi('changeKillSwitch', { body });
    setBusy(false);
    if (!answer.ok) return setFailure(`${answer.problem.message.replace(/\.$/, '')}. Nothing was changed as far as this console knows.`);
    if (stopping) toast({ tone: 'bad', title: stoppedWords, text: 'Every console shows it. An administrator can release it.' });
    else toast({ tone: 'ok', title: 'Kill switch released', text: 'Processing goes on; what waited on devices is sent now.' });
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
        className="incident-form"
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
      </form>
    </Dialog>
  );
}
