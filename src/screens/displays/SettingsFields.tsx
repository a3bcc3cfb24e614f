import type { FieldProps } from '../../bridge/acts/formFields.ts';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { WallInterrupt } from '../../contracts/display.ts';
import { playlistOf, playlistText, type SettingsTexts } from './model.ts';
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
  readonly field: (name: keyof SettingsTexts) => FieldProps;
}

/** A choice of visible options, which is never wrong. */
const chosen = ({ value, onChange }: FieldProps) => ({ value, onChange });

/** Name, playlist, time, theme and interruptions of a display; shared by the pairing and edit dialogs. */
export function SettingsFields({ field }: SettingsFieldsProps) {
  const playlist = field('playlist');
  return (
    <div className="displays-fields">
      <TextField label="Name" placeholder="Control room, east wall" autoComplete="off" maxLength={60} required {...field('name')} />
      <PlaylistField {...playlist} value={playlistOf(playlist.value)} onChange={(next) => playlist.onChange(playlistText(next))} />
      <div className="displays-pair">
        <TextField
          label="Seconds each"
          inputMode="numeric"
          autoComplete="off"
          required
          hint="How long one dashboard stays."
          {...field('dwellS')}
        />
        <div className="displays-theme">
          <span aria-hidden="true">Theme</span>
          <SegmentedControl label="Theme" {...chosen(field('theme'))} options={themes} />
        </div>
      </div>
      <div className="displays-theme">
        <span aria-hidden="true">Interrupted by</span>
        <SegmentedControl label="Interrupted by" {...chosen(field('interruptFrom'))} options={interrupts} />
        <p className="uk-small uk-fg2">
          Unacknowledged incidents hold the view until they are acknowledged. The kill switch always holds it, for a minute.
        </p>
      </div>
    </div>
  );
}
