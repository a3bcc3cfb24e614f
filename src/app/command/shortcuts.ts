import type { Permission } from '../../contracts/access.ts';
import { mayOpen, type ScreenId, screens } from '../../domain/screens.ts';

/** What a shortcut does. */
export type ShortcutAct =
  | { readonly kind: 'palette' }
  | { readonly kind: 'help' }
  | { readonly kind: 'filter' }
  | { readonly kind: 'refresh' }
  | { readonly kind: 'views' }
  | { readonly kind: 'go'; readonly screen: ScreenId };

export const shortcutGroups = ['Anywhere', 'In tables and lists', 'In details and dialogs', 'Go to'] as const;

/** One row of THE table of shortcuts: the handler and the help sheet both come from it. */
export interface Shortcut {
  readonly group: (typeof shortcutGroups)[number];
  /** Keys pressed one after the other, as `KeyboardEvent.key` names them; `mod+k` is Ctrl or Command with K. */
  readonly keys: readonly string[];
  readonly words: string;
  /** Null for keys that the parts of a page handle themselves: told in the sheet, not handled here. */
  readonly act: ShortcutAct | null;
}

/** The letter after G. A screen without one is reached by the palette. */
const letters: Readonly<Partial<Record<ScreenId, string>>> = {
  overview: 'o',
  verifications: 'v',
  evidence: 'e',
  pipeline: 'p',
  dlq: 'd',
  dgn: 'n',
  rbf: 'r',
  schools: 's',
  compliance: 'c',
  aiGovernance: 'a',
  health: 'h',
  incidents: 'i',
  audit: 'u',
  displays: 'w',
};

const inPlace = (group: Shortcut['group'], keys: readonly string[], words: string): Shortcut => ({ group, keys, words, act: null });

/** Every shortcut there is for somebody who holds `held`: screens that may not be opened have none. */
export function shortcutsFor(held: ReadonlySet<Permission> | null): readonly Shortcut[] {
  const go = Object.entries(letters) as readonly (readonly [ScreenId, string])[]; // the keys of the table above
  return [
    { group: 'Anywhere', keys: ['mod+k'], words: 'Search and commands', act: { kind: 'palette' } },
    { group: 'Anywhere', keys: ['?'], words: 'Keyboard shortcuts', act: { kind: 'help' } },
    { group: 'Anywhere', keys: ['/'], words: 'Search on this page', act: { kind: 'filter' } },
    { group: 'Anywhere', keys: ['r'], words: 'Refresh this page', act: { kind: 'refresh' } },
    { group: 'Anywhere', keys: ['v'], words: 'Saved views of this page', act: { kind: 'views' } },
    inPlace('Anywhere', ['Alt+T'], 'Go to the messages'),
    ...go
      .filter(([screen]) => mayOpen(screen, held))
      .map(
        ([screen, letter]): Shortcut => ({
          group: 'Go to',
          keys: ['g', letter],
          words: screens[screen].title,
          act: { kind: 'go', screen },
        }),
      ),
    inPlace('In tables and lists', ['↑', '↓'], 'Row above, row below'),
    inPlace('In tables and lists', ['Home', 'End'], 'First row, last row'),
    inPlace('In tables and lists', ['Enter'], 'Open the row'),
    inPlace('In tables and lists', ['Space'], 'Tick the row'),
    inPlace('In details and dialogs', ['Esc'], 'Close'),
  ];
}

/** A shortcut's key as it is written on keyboards. */
export function keyLabel(key: string, mac: boolean): string {
  if (key === 'mod+k') return mac ? '⌘ K' : 'Ctrl K';
  return key.length === 1 ? key.toUpperCase() : key;
}
