import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { WallInterrupt } from '../../contracts/display.ts';
import type { Draft, DraftMistakes } from './model.ts';
import { PlaylistField } from './PlaylistField.tsx';

const themes = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
] as const;

/** Short enough for a phone; the card says the same in more words. */
const interrupts = [
  { value: 'none', label: 'Nothing' },
  { value: 'sev1', label: 'SEV1' },
  { value: 'sev2', label: 'SEV1, 2' },
  { value: 'sev3', label: 'Any' },
] as const satisfies readonly { readonly value: WallInterrupt; readonly label: string }[];

interface SettingsFieldsProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** Told only once somebody has tried to send. */
  readonly mistakes: DraftMistakes;
}

/** Name, playlist, time, theme and interruptions of a display; the same when it is paired and when it is changed. */
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
          Incidents that nobody has taken up hold the view until somebody does. The kill switch always does, for a minute.
        </p>
      </div>
    </div>
  );
}
