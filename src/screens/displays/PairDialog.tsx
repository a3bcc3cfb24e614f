import { MonitorCheck } from 'lucide-react';
import { useState } from 'react';
import { useActForm } from '../../bridge/acts/actForm.ts';
import { useAct } from '../../bridge/acts/useAct.ts';
import { useDraft } from '../../bridge/acts/useDraft.ts';
import { displayEndpoints } from '../../contracts/displayEndpoints.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { KeptLine } from '../../ui/fields/KeptLine.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { newSettings, refusedText, settingsInput, settingsSchema, writtenCode } from './model.ts';
import { SettingsFields } from './SettingsFields.tsx';
import { deedDone } from '../../domain/claims/told.ts';

interface PairDialogProps {
  /** From the link that the display shows; empty if the user types it. */
  readonly code: string;
  /** Why nothing can be approved now; null if it can. */
  readonly blocked: string | null;
  readonly onClose: () => void;
}

/** The settings of the display that shows this code, and its approval with them. */
function useApproving(code: string, onClose: () => void) {
  // The code is no part of it: it is typed from the wall for this one display, and approves it.
  const draft = useDraft('displays.pair', '', newSettings);
  const approving = useActForm({
    form: 'displays.pair',
    start: newSettings,
    draft,
    schema: settingsSchema,
    input: settingsInput,
    asked: (settings) => settings,
    act: {
      route: 'now',
      send: (settings, send) => send(displayEndpoints.approveDisplay, { body: { ...settings, code } }),
      touches: [displayEndpoints.displays],
      done: ({ displayId }, { value }) => {
        toast({
          claim: deedDone(displayId, { deed: 'displayPaired', of: value.name, problem: null }),
          text: 'The display applies it within a few seconds.',
        });
        onClose();
      },
    },
  });
  return { draft, approving };
}

/** Pairs a display like a television: enter its code, see which device asks, then set name and playlist. Nothing is approved unseen. */
export function PairDialog({ code: linked, blocked, onClose }: PairDialogProps) {
  const [code, setCode] = useState(writtenCode(linked));
  const [tooShort, setTooShort] = useState(false);
  const looking = useAct({
    route: 'now',
    send: (typed: string, send) => send(displayEndpoints.lookUpPairing, { body: { code: typed } }),
  });
  const found = looking.state.at === 'done' ? looking.state.answer : null;
  const { draft, approving } = useApproving(code, onClose);
  const busy = looking.busy || approving.busy;
  const notFound = looking.problem;
  const codeError = tooShort
    ? 'The code has eight letters.'
    : notFound === null
      ? null
      : notFound.code === 'bad_request'
        ? 'This code is not valid.'
        : `${notFound.message}.`;

  const lookUp = (): void => {
    setTooShort(code.length !== 9);
    if (code.length === 9) void looking.run(code);
  };
  const send = () => (found === null ? lookUp() : approving.submit());
  const giveUp = (): void => {
    draft.forget();
    onClose();
  };

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
          <Button onClick={giveUp}>Cancel</Button>
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
              setTooShort(false);
              looking.reset();
            }}
            className="displays-code"
            placeholder="BCDF-GHJK"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            data-autofocus=""
            required
            {...(codeError !== null && { error: codeError })}
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
            {draft.kept !== null && <KeptLine kept={draft.kept} />}
            <SettingsFields field={approving.field} />
            {approving.problem !== null && (
              <p className="displays-error" role="alert">
                {refusedText(approving.problem)}
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
