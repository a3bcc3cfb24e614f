import { Keyboard, Link2, LockKeyhole, LogOut, type LucideIcon, Monitor, MonitorSmartphone, Moon, RefreshCw, Sun } from 'lucide-react';
import { memo } from 'react';
import { Keys } from '../../ui/text/Keys.tsx';
import { iconOf } from '../chrome/screenIcons.ts';
import type { CommandId, PaletteItem } from './paletteModel.ts';
import { keyLabel, type Shortcut } from './shortcuts.ts';
import { isMac } from './useShortcuts.ts';

const drawings: Readonly<Record<CommandId, LucideIcon>> = {
  refresh: RefreshCw,
  copyLink: Link2,
  shortcuts: Keyboard,
  device: MonitorSmartphone,
  light: Sun,
  dark: Moon,
  system: Monitor,
  lock: LockKeyhole,
  signOut: LogOut,
};

interface PaletteOptionProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly marked: readonly number[];
  readonly selected: boolean;
  readonly shortcuts: readonly Shortcut[];
  readonly onPoint: () => void;
  readonly onRun: () => void;
}

/** One option, with the matched letters marked and its direct shortcut. */
export const PaletteOption = memo(function PaletteOption({ id, item, marked, selected, shortcuts, onPoint, onRun }: PaletteOptionProps) {
  const keys = keysOf(item, shortcuts);
  return (
    // The field handles the keyboard and names the option that Enter selects.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- see above
    <div
      id={id}
      role="option"
      aria-selected={selected}
      className="palette-option"
      onPointerMove={selected ? undefined : onPoint}
      onClick={onRun}
    >
      <ItemIcon of={item.run.kind === 'command' ? drawings[item.run.command] : iconOf(item.screen ?? 'overview')} />
      <span
        className="palette-title uk-clip"
        data-code={item.group === 'Verifications' || item.group === 'Evidence packs' ? '' : undefined}
      >
        <Marked text={item.title} at={marked} />
      </span>
      <span className="palette-detail uk-clip">{item.detail}</span>
      {keys !== null && (
        <span aria-hidden>
          <Keys keys={keys} />
        </span>
      )}
    </div>
  );
});

function ItemIcon({ of: Icon }: { readonly of: LucideIcon }) {
  return <Icon size={16} strokeWidth={1.75} aria-hidden />;
}

function Marked({ text, at }: { readonly text: string; readonly at: readonly number[] }) {
  if (at.length === 0) return text;
  const places = new Set(at);
  // Alternating runs of matched and unmatched letters.
  const parts: { text: string; readonly hit: boolean; readonly from: number }[] = [];
  for (let place = 0; place < text.length; place += 1) {
    const last = parts.at(-1);
    if (last !== undefined && last.hit === places.has(place)) last.text += text.charAt(place);
    else parts.push({ text: text.charAt(place), hit: places.has(place), from: place });
  }
  return parts.map(({ text: part, hit, from }) => (hit ? <mark key={from}>{part}</mark> : part));
}

function keysOf({ run, screen, group }: PaletteItem, shortcuts: readonly Shortcut[]): readonly string[] | null {
  const found = shortcuts.find(({ act }) => {
    if (act === null) return false;
    if (act.kind === 'go') return group === 'Screens' && act.screen === screen;
    return (
      run.kind === 'command' &&
      ((act.kind === 'help' && run.command === 'shortcuts') || (act.kind === 'refresh' && run.command === 'refresh'))
    );
  });
  return found === undefined ? null : found.keys.map((key) => keyLabel(key, isMac));
}
