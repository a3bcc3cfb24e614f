import { ChakraProvider } from '@chakra-ui/react';
import { type ReactNode, useSyncExternalStore } from 'react';
import '../styles.css';
import type { ThemeChoice } from '../../domain/theme.ts';
import { chooseTheme, currentTheme, drawnNow, onThemeChange } from './mode.ts';
import { system } from './system.ts';

/** Brings tokens, faces, base styles and the Chakra system. Stands once, at the root. Call `startTheme()` before rendering. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return <ChakraProvider value={system}>{children}</ChakraProvider>;
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
