import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Permission } from '../../contracts/access.ts';
import { plural } from '../../domain/format.ts';
import { CommandDialog } from '../../ui/overlay/CommandDialog.tsx';
import { Keys } from '../../ui/text/Keys.tsx';
import { PaletteOption } from './PaletteOption.tsx';
import type { PaletteItem } from './paletteModel.ts';
import type { Shortcut } from './shortcuts.ts';
import { usePalette } from './usePalette.ts';
import './command.css';

interface PaletteProps {
  readonly held: ReadonlySet<Permission>;
  readonly shortcuts: readonly Shortcut[];
  readonly onRun: (item: PaletteItem) => void;
  readonly onClose: () => void;
}

/** Finds screens, actions and rows by a few letters: a combobox over one list of options (WAI-ARIA), with the focus always in the field. */
export function Palette({ held, shortcuts, onRun, onClose }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const { groups, loading } = usePalette(typed, held);
  const options = useMemo(() => groups.flatMap(({ ranked }) => ranked), [groups]);
  // By id: rows that arrive while the palette is open must not change what Enter selects.
  const [chosen, setChosen] = useState<string | null>(null);
  const at = Math.max(
    0,
    options.findIndex(({ item }) => item.id === chosen),
  );
  const active = options[at]?.item;
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const optionId = (item: PaletteItem) => `${listId}-${item.id}`;

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);

  const move = (to: number) => setChosen(options[(to + options.length) % options.length]?.item.id ?? null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || options.length === 0) return;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: Math.min(options.length - 1, at + 8),
      PageUp: Math.max(0, at - 8),
    };
    const to = steps[event.key];
    if (to !== undefined) move(to);
    else if (event.key === 'Enter' && active !== undefined) onRun(active);
    else return;
    event.preventDefault();
  };
  const said = loading ? '' : options.length === 0 ? 'Nothing found' : plural(options.length, 'result');

  return (
    <CommandDialog label="Search and commands" onClose={onClose}>
      {(first) => (
        <>
          <div className="palette-field">
            <Search size={18} strokeWidth={1.75} aria-hidden />
            <input
              ref={first}
              type="text"
              role="combobox"
              aria-label="Search and commands"
              aria-expanded={options.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active === undefined ? undefined : optionId(active)}
              placeholder="Screen, action, record or site"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={100}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setChosen(null);
              }}
              onKeyDown={onKeyDown}
            />
            <button type="button" className="palette-close" onClick={onClose}>
              <span className="uk-sr">Close</span>
              <Keys keys={['Esc']} />
              <X size={20} strokeWidth={1.75} aria-hidden />
            </button>
          </div>
          <div ref={list} id={listId} role="listbox" aria-label="Results" className="palette-list">
            {groups.map(({ group, ranked }) => (
              <div key={group} role="group" aria-label={group}>
                <div className="palette-group uk-caption" aria-hidden>
                  {group}
                </div>
                {ranked.map(({ item, at: marked }) => (
                  <PaletteOption
                    key={item.id}
                    id={optionId(item)}
                    item={item}
                    marked={marked}
                    selected={item === active}
                    shortcuts={shortcuts}
                    onPoint={() => setChosen(item.id)}
                    onRun={() => onRun(item)}
                  />
                ))}
              </div>
            ))}
          </div>
          {options.length === 0 && !loading && (
            <p className="palette-none">
              <b>Nothing found for “{typed.trim()}”.</b> Searches IDs, sites and names on this device, by the start of each word.
            </p>
          )}
          <p className="uk-sr" role="status">
            {said}
          </p>
          <p className="palette-foot uk-small uk-fg3" aria-hidden>
            <span>
              <Keys keys={['↑', '↓']} /> to choose
            </span>
            <span>
              <Keys keys={['Enter']} /> to open
            </span>
            <span className="uk-sp" />
            <span>From this device</span>
          </p>
        </>
      )}
    </CommandDialog>
  );
}
