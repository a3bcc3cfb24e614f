import { Dialog as ChakraDialog, Portal } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { Kit } from '../kit/Kit.tsx';
import { useBackCloses } from './backCloses.ts';
import { besideOverlay } from './besideOverlay.ts';

interface CommandDialogProps {
  readonly onClose: () => void;
  /** Accessible name. */
  readonly label: string;
  /** Receives the ref of the element that gets the initial focus. */
  readonly children: (first: React.RefObject<HTMLInputElement | null>) => ReactNode;
}

/** A dialog without header and footer, for a field with a list below. Traps the focus and returns it; Escape closes. */
export function CommandDialog({ onClose, label, children }: CommandDialogProps) {
  const first = useRef<HTMLInputElement>(null);
  useBackCloses(true, onClose);
  return (
    <Kit>
      <ChakraDialog.Root
        open
        onOpenChange={(change) => {
          if (!change.open) onClose();
        }}
        size="lg"
        initialFocusEl={() => first.current}
        onInteractOutside={besideOverlay}
        lazyMount
        unmountOnExit
      >
        <Portal>
          <ChakraDialog.Backdrop />
          <ChakraDialog.Positioner>
            <ChakraDialog.Content aria-label={label} style={{ outline: 0, overflow: 'hidden' }}>
              {children(first)}
            </ChakraDialog.Content>
          </ChakraDialog.Positioner>
        </Portal>
      </ChakraDialog.Root>
    </Kit>
  );
}
