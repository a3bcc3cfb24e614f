import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../bridge/acts/useAct.ts';
import type { Display, DisplaySettings } from '../../contracts/display.ts';
import { displayEndpoints } from '../../contracts/displayEndpoints.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { type DraftMistakes, draftOf, readDraft, refusedText } from './model.ts';
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
  const [draft, setDraft] = useState(() => draftOf(display));
  const [mistakes, setMistakes] = useState<DraftMistakes>({});
  const { busy, problem, run } = useAct({
    route: 'now',
    send: (settings: DisplaySettings, send) => {
      const { displayId, version } = display;
      return send(displayEndpoints.changeDisplay, { params: { displayId }, body: { ...settings, version } });
    },
    touches: [displayEndpoints.displays],
    done: (_answer, { value }) => {
      toast({ claim: deedDone(display.displayId, { deed: 'displayChanged', of: value.name, problem: null }) });
      onClose();
    },
  });
  const save = (): void => {
    const { settings, mistakes: wrong } = readDraft(draft);
    setMistakes(wrong);
    if (settings !== null) void run(settings);
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
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={busy} onClick={save} {...(blocked !== null && { disabledReason: blocked })}>
            Save
          </Button>
        </>
      }
    >
      <form
        className="displays-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (blocked === null) save();
        }}
      >
        {blocked !== null && (
          <Banner tone="offline" lead="Not available now.">
            {blocked}
          </Banner>
        )}
        <SettingsFields draft={draft} onChange={setDraft} mistakes={mistakes} />
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
