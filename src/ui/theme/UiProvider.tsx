import { type ReactNode, useSyncExternalStore } from 'react';
import '../styles.css';
import type { ThemeChoice } from '../../domain/theme.ts';
import { chooseTheme, currentTheme, drawnNow, onThemeChange } from './mode.ts';

/** Brings tokens, faces and base styles. Stands once, at the root. Call `startTheme()` before rendering. What is drawn with Chakra brings that itself (kit/Kit.tsx). */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return children;
}

/** The theme chosen, the theme drawn, and the way to choose. */
export function useTheme(): {
  readonly choice: ThemeChoice;
  readonly drawn: 'light' | 'dark';
  readonly choose: (next: ThemeChoice) => void;
} {
  const choice = useSyncExternalStore(onThemeChange, currentTheme);
  const drawn = useSyncExternalStore(onThemeChange, drawnNow);
  return { choice, drawn, choose: chooseTheme };
}
