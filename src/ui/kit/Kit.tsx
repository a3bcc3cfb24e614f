import { ChakraProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { system } from '../theme/system.ts';

// Chakra's tokens and keyframes come with the first overlay and stay: put in and taken out by each, the whole document would be styled anew whenever a menu opens.
// In Node, where a test loads a component's module for a rule in it, nothing is drawn.
if (typeof document !== 'undefined')
  flushSync(() => createRoot(document.createElement('div')).render(<ChakraProvider value={system}>{null}</ChakraProvider>));

/** The same system for those inside, without the rules that stand already. */
const inside = { ...system, _config: { ...system._config, disableLayers: true }, _global: [] };

/**
 * Brings Chakra to what is drawn with it: dialogs, drawers, sheets, menus, messages. It stands around each of them and not at the root, so that the console's first
 * page waits for nothing of it (D-41): 30 kB gzip and the making of the system.
 */
export function Kit({ children }: { readonly children: ReactNode }) {
  return <ChakraProvider value={inside}>{children}</ChakraProvider>;
}
