/** Light, dark, or the system's setting; stored on this device only (C-8). */
export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/** Key in local storage: read before the first paint (src/classic/theme.ts), then by the application. */
export const themeKey = 'ukweli-theme';
/** A wall display's own key, so that a reload does not flash the other theme. */
export const wallThemeKey = 'ukweli-wall-theme';

/** The theme to draw for a choice. */
export function drawnTheme(choice: ThemeChoice, systemDark: boolean): 'light' | 'dark' {
  return choice === 'system' ? (systemDark ? 'dark' : 'light') : choice;
}

/** Parses a stored choice; anything else is `system`. */
export function parseTheme(stored: string | null): ThemeChoice {
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}
