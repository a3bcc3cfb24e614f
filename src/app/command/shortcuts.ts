import type { Permission } from '../../contracts/access.ts';
import { mayOpen, menuOf, menuScreenIds, type ScreenId, screens } from '../../domain/screens/screens.ts';

/** What a shortcut does. */
export type ShortcutAct =
  | { readonly kind: 'palette' }
  | { readonly kind: 'help' }
  | { readonly kind: 'filter' }
  | { readonly kind: 'refresh' }
  | { readonly kind: 'views' }
  | { readonly kind: 'go'; readonly screen: ScreenId };

export const shortcutGroups = ['Anywhere', 'In tables and lists', 'In details and dialogs', 'Go to'] as const;

/** One row of the shortcut table, from which the handler and the help sheet are both derived. */
export interface Shortcut {
  readonly group: (typeof shortcutGroups)[number];
  /** Keys pressed in sequence, named like `KeyboardEvent.key`; `mod+k` is Ctrl or Command with K. */
  readonly keys: readonly string[];
  readonly words: string;
  /** Null for keys that parts of a page handle themselves: listed in the sheet, not handled here. */
  readonly act: ShortcutAct | null;
}

const inPlace = (group: Shortcut['group'], keys: readonly string[], words: string): Shortcut => ({ group, keys, words, act: null });

/** All shortcuts for a user with the permissions `held`: screens they may not open have none. */
export function shortcutsFor(held: ReadonlySet<Permission> | null): readonly Shortcut[] {
  return [
    { group: 'Anywhere', keys: ['mod+k'], words: 'Search and commands', act: { kind: 'palette' } },
    { group: 'Anywhere', keys: ['?'], words: 'Keyboard shortcuts', act: { kind: 'help' } },
    { group: 'Anywhere', keys: ['/'], words: 'Search on this page', act: { kind: 'filter' } },
    { group: 'Anywhere', keys: ['r'], words: 'Refresh this page', act: { kind: 'refresh' } },
    { group: 'Anywhere', keys: ['v'], words: 'Saved views of this page', act: { kind: 'views' } },
    inPlace('Anywhere', ['Alt+T'], 'Go to the messages'),
    ...menuScreenIds.flatMap((screen): Shortcut | readonly [] => {
      const letter = menuOf(screen)?.letter;
      return letter === undefined || !mayOpen(screen, held)
        ? []
        : { group: 'Go to', keys: ['g', letter], words: screens[screen].title, act: { kind: 'go', screen } };
    }),
    inPlace('In tables and lists', ['↑', '↓'], 'Row above, row below'),
    inPlace('In tables and lists', ['Home', 'End'], 'First row, last row'),
    inPlace('In tables and lists', ['Enter'], 'Open the row'),
    inPlace('In tables and lists', ['Space'], 'Tick the row'),
    inPlace('In details and dialogs', ['Esc'], 'Close'),
  ];
}

/** A shortcut's key as labelled on keyboards. */
export function keyLabel(key: string, mac: boolean): string {
  if (key === 'mod+k') return mac ? '⌘ K' : 'Ctrl K';
  return key.length === 1 ? key.toUpperCase() : key;
}
