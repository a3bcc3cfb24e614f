import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useActForm } from '../../bridge/acts/actForm.ts';
import { useDraft } from '../../bridge/acts/useDraft.ts';
import type { Display } from '../../contracts/display.ts';
import { displayEndpoints } from '../../contracts/displayEndpoints.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { KeptLine } from '../../ui/fields/KeptLine.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { refusedText, settingsInput, settingsSchema, settingsTexts } from './model.ts';
import { SettingsFields } from './SettingsFields.tsx';
import { deedDone } from '../../domain/claims/told.ts';

interface EditDialogProps {
  readonly display: Display;
  readonly blocked: string | null;
  readonly onClose: () => void;
}

/** Changes name, playlist, time or theme; the display applies it within a second or two. */
export function EditDialog({ display: now, blocked, onClose }: EditDialogProps) {
  // Snapshot taken when the dialog opens: a change made elsewhere meanwhile is refused by its version, not overwritten unseen.
  const [display] = useState(now);
  const start = settingsTexts(display);
  const draft = useDraft('displays.edit', display.displayId, start);
  const { field, submit, busy, problem } = useActForm({
    form: 'displays.edit',
    start,
    draft,
    schema: settingsSchema,
    input: settingsInput,
    asked: (settings) => settings,
    act: {
      route: 'now',
      send: (settings, send) => {
        const { displayId, version } = display;
        return send(displayEndpoints.changeDisplay, { params: { displayId }, body: { ...settings, version } });
      },
      touches: [displayEndpoints.displays],
      done: (_answer, { value }) => {
        toast({ claim: deedDone(display.displayId, { deed: 'displayChanged', of: value.name, problem: null }) });
        onClose();
      },
    },
  });
  const giveUp = (): void => {
    draft.forget();
    onClose();
  };
  return (
    <Dialog
      open
      size="steps"
      onClose={onClose}
      icon={SlidersHorizontal}
      title={`Change ${display.name}`}
      note="Recorded under your name"
      actions={
        <>
          <Button onClick={giveUp}>Cancel</Button>
          <Button kind="primary" busy={busy} onClick={submit} {...(blocked !== null && { disabledReason: blocked })}>
            Save
          </Button>
        </>
      }
    >
      <form
        className="displays-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (blocked === null) submit();
        }}
      >
        {blocked !== null && (
          <Banner tone="offline" lead="Not available now.">
            {blocked}
          </Banner>
        )}
        {draft.kept !== null && <KeptLine kept={draft.kept} />}
        <SettingsFields field={field} />
        {problem !== null && (
          <p className="displays-error" role="alert">
            {refusedText(problem)}
          </p>
        )}
        <button type="submit" hidden>
          Send
        </button>
      </form>
    </Dialog>
  );
}
