import { MonitorCheck } from 'lucide-react';
import { useState } from 'react';
import { fetchApi } from '../../bridge/fetchApi.ts';
import { provenCall } from '../../bridge/provenCall.ts';
import { useInvalidate } from '../../bridge/useApiQuery.ts';
import type { Pairing } from '../../contracts/display.ts';
import { displayEndpoints } from '../../contracts/displayEndpoints.ts';
import { lostLabels } from '../../domain/lostAnswer.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { type DraftMistakes, newDraft, readDraft, writtenCode } from './model.ts';
import { SettingsFields } from './SettingsFields.tsx';
import { deedDone } from '../../domain/claims/told.ts';

interface PairDialogProps {
  /** From the link that the display shows; empty if the user types it. */
  readonly code: string;
  /** Why nothing can be approved now; null if it can. */
  readonly blocked: string | null;
  readonly onClose: () => void;
}

/** Pairs a display like a television: enter its code, see which device asks, then set name and playlist. Nothing is approved unseen. */
export function PairDialog({ code: linked, blocked, onClose }: PairDialogProps) {
  const invalidate = useInvalidate();
  const [code, setCode] = useState(writtenCode(linked));
  const [found, setFound] = useState<Pairing | null>(null);
  const [draft, setDraft] = useState(newDraft);
  const [mistakes, setMistakes] = useState<DraftMistakes>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const lookUp = async (): Promise<void> => {
    if (code.length !== 9) return setFailure('The code has eight letters.');
    setBusy(true);
    const answer = await fetchApi(displayEndpoints.lookUpPairing, { body: { code } });
    setBusy(false);
    if (answer.ok) setFound(answer.value.value);
    setFailure(answer.ok ? null : answer.problem.code === 'bad_request' ? 'This code is not valid.' : `${answer.problem.message}.`);
  };
  const approve = async (): Promise<void> => {
    const { settings, mistakes: wrong } = readDraft(draft);
    setMistakes(wrong);
    if (settings === null) return;
    setBusy(true);
    const answer = await provenCall(displayEndpoints.approveDisplay, { body: { ...settings, code } });
    setBusy(false);
    if (!answer.ok) return setFailure(`${answer.problem.message.replace(/\.$/, '')}.${lostLabels(answer.problem)}`);
    invalidate(displayEndpoints.displays);
    toast({
      claim: deedDone(answer.value.value.displayId, { deed: 'displayPaired', of: settings.name, problem: null }),
      text: 'The display applies it within a few seconds.',
    });
    onClose();
  };
  const send = () => void (found === null ? lookUp() : approve());

  return (
    <Dialog
      open
      inAddress={linked !== ''}
      size={found === null ? 'form' : 'steps'}
      onClose={onClose}
      icon={MonitorCheck}
      title="Pair a wall display"
      description={
        found === null ? 'Open /wall on the display. It shows a code of eight letters.' : `Approve ${code} only if you see it on the wall.`
      }
      note={found === null ? undefined : 'Recorded under your name'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={busy} onClick={send} {...(blocked !== null && { disabledReason: blocked })}>
            {found === null ? 'Find display' : 'Approve display'}
          </Button>
        </>
      }
    >
      <form
        className="displays-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (blocked === null && !busy) send();
        }}
      >
        {blocked !== null && (
          <Banner tone="offline" lead="Not available now.">
            {blocked}
          </Banner>
        )}
        {found === null ? (
          <TextField
            label="Code on the wall"
            value={code}
            onChange={(typed) => {
              setCode(writtenCode(typed));
              setFailure(null);
            }}
            className="displays-code"
            placeholder="BCDF-GHJK"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            data-autofocus=""
            required
            {...(failure !== null && { error: failure })}
          />
        ) : (
          <>
            <KeyValueList
              items={[
                { key: 'Device', value: found.device },
                { key: 'From', value: found.address },
                { key: 'Code valid until', value: <Time at={found.expiresAt} as="when" beside="server" zone /> },
              ]}
            />
            <SettingsFields draft={draft} onChange={setDraft} mistakes={mistakes} />
            {failure !== null && (
              <p className="displays-error" role="alert">
                {failure}
              </p>
            )}
          </>
        )}
        {/* Lets Enter in any field submit the form. */}
        <button type="submit" hidden>
          Send
        </button>
      </form>
    </Dialog>
  );
}
