import { type ReactNode, useSyncExternalStore } from 'react';
import './tokens.css';
import './fonts.css';
import './base.css';
import './type.css';
import type { ThemeChoice } from '../../domain/theme.ts';
import { chooseTheme, currentTheme, drawnNow, onThemeChange } from './mode.ts';

/**
 * Loads tokens, fonts and base styles. Mounted once, at the root. Call `startTheme()` before rendering. Components that use Chakra
 * provide it themselves (kit/Kit.tsx).
 */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return children;
}

/** The chosen theme, the drawn theme, and the setter. */
export function useTheme(): {
  readonly choice: ThemeChoice;
  readonly drawn: 'light' | 'dark';
  readonly choose: (next: ThemeChoice) => void;
} {
  const choice = useSyncExternalStore(onThemeChange, currentTheme);
  const drawn = useSyncExternalStore(onThemeChange, drawnNow);
  return { choice, drawn, choose: chooseTheme };
}
