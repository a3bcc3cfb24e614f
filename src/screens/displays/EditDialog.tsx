import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { fetchApi } from '../../bridge/fetchApi.ts';
import { useInvalidate } from '../../bridge/useApiQuery.ts';
import type { Display } from '../../contracts/display.ts';
import { displayEndpoints } from '../../contracts/displayEndpoints.ts';
import { lostLabels } from '../../domain/lostAnswer.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { type DraftMistakes, draftOf, readDraft } from './model.ts';
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
  const invalidate = useInvalidate();
  const [draft, setDraft] = useState(() => draftOf(display));
  const [mistakes, setMistakes] = useState<DraftMistakes>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    const { settings, mistakes: wrong } = readDraft(draft);
    setMistakes(wrong);
    if (settings === null) return;
    setBusy(true);
    const { displayId, version } = display;
    const answer = await fetchApi(displayEndpoints.changeDisplay, { params: { displayId }, body: { ...settings, version } });
    setBusy(false);
    if (!answer.ok) return setFailure(`${answer.problem.message.replace(/\.$/, '')}.${lostLabels(answer.problem)}`);
    invalidate(displayEndpoints.displays);
    toast({ claim: deedDone(display.displayId, { deed: 'displayChanged', of: settings.name, problem: null }) });
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
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={busy} onClick={() => void save()} {...(blocked !== null && { disabledReason: blocked })}>
            Save
          </Button>
        </>
      }
    >
      <form
        className="displays-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (blocked === null && !busy) void save();
        }}
      >
        {blocked !== null && (
          <Banner tone="offline" lead="Not available now.">
            {blocked}
          </Banner>
        )}
        <SettingsFields draft={draft} onChange={setDraft} mistakes={mistakes} />
        {failure !== null && (
          <p className="displays-error" role="alert">
            {failure}
          </p>
        )}
        <button type="submit" hidden>
          Send
        </button>
      </form>
    </Dialog>
  );
}
