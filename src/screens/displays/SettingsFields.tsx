import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { WallInterrupt } from '../../contracts/display.ts';
import type { Draft, DraftMistakes } from './model.ts';
import { PlaylistField } from './PlaylistField.tsx';

const themes = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
] as const;

/** Short labels that fit a phone; the card has the longer ones. */
const interrupts = [
  { value: 'none', label: 'Nothing' },
  { value: 'sev1', label: 'SEV1' },
  { value: 'sev2', label: 'SEV1, 2' },
  { value: 'sev3', label: 'Any' },
] as const satisfies readonly { readonly value: WallInterrupt; readonly label: string }[];

interface SettingsFieldsProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** Shown only after the first attempt to send. */
  readonly mistakes: DraftMistakes;
}

/** Name, playlist, time, theme and interruptions of a display; shared by the pairing and edit dialogs. */
export function SettingsFields({ draft, onChange, mistakes }: SettingsFieldsProps) {
  const change = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  return (
    <div className="displays-fields">
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => change({ name })}
        placeholder="Control room, east wall"
        autoComplete="off"
        maxLength={60}
        required
        {...(mistakes.name !== undefined && { error: mistakes.name })}
      />
      <PlaylistField
        value={draft.playlist}
        onChange={(playlist) => change({ playlist })}
        {...(mistakes.playlist !== undefined && { error: mistakes.playlist })}
      />
      <div className="displays-pair">
        <TextField
          label="Seconds each"
          value={draft.dwellS}
          onChange={(dwellS) => change({ dwellS })}
          inputMode="numeric"
          autoComplete="off"
          required
          hint="How long one dashboard stays."
          {...(mistakes.dwellS !== undefined && { error: mistakes.dwellS })}
        />
        <div className="displays-theme">
          <span aria-hidden="true">Theme</span>
          <SegmentedControl label="Theme" value={draft.theme} options={themes} onChange={(theme) => change({ theme })} />
        </div>
      </div>
      <div className="displays-theme">
        <span aria-hidden="true">Interrupted by</span>
        <SegmentedControl
          label="Interrupted by"
          value={draft.interruptFrom}
          options={interrupts}
          onChange={(interruptFrom) => change({ interruptFrom })}
        />
        <p className="uk-small uk-fg2">
          Unacknowledged incidents hold the view until they are acknowledged. The kill switch always holds it, for a minute.
        </p>
      </div>
    </div>
  );
}
