/** Light, dark, or what the system says; kept on this device only (C-8). */
export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/** Where the choice is kept, in the browser's local storage: read before the first paint (src/classic/theme.ts), and by the application from then on. */
export const themeKey = 'ukweli-theme';
/** Where a wall display keeps its own, so that one that loads anew does not flash the other theme. */
export const wallThemeKey = 'ukweli-wall-theme';

/** What is drawn for a choice. */
export function drawnTheme(choice: ThemeChoice, systemDark: boolean): 'light' | 'dark' {
  return choice === 'system' ? (systemDark ? 'dark' : 'light') : choice;
}

/** A stored text as a choice; anything else counts as `system`. */
export function parseTheme(stored: string | null): ThemeChoice {
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}
