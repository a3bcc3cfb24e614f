import { ChakraProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { system } from '../theme/system.ts';

// Chakra's tokens and keyframes are inserted with the first overlay and stay: adding and removing them with each would restyle the whole
// document whenever a menu opens. In Node, where tests load component modules for their rules, nothing is rendered.
if (typeof document !== 'undefined')
  flushSync(() => createRoot(document.createElement('div')).render(<ChakraProvider value={system}>{null}</ChakraProvider>));

/** The same system without the rules already inserted. */
const inside = { ...system, _config: { ...system._config, disableLayers: true }, _global: [] };

/**
 * Provides Chakra to the components that use it: dialogs, drawers, sheets, menus, toasts. It wraps each of them instead of the root, so
 * that the first page does not wait for it (D-41): 30 kB gzip and the creation of the system.
 */
export function Kit({ children }: { readonly children: ReactNode }) {
  return <ChakraProvider value={inside}>{children}</ChakraProvider>;
}
