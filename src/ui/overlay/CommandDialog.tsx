import { Dialog as ChakraDialog, Portal } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { Kit } from '../kit/Kit.tsx';
import { besideOverlay } from './besideOverlay.ts';

interface CommandDialogProps {
  readonly onClose: () => void;
  /** Accessible name. */
  readonly label: string;
  /** Given the place of the element that has the focus when it opens. */
  readonly children: (first: React.RefObject<HTMLInputElement | null>) => ReactNode;
}

/** A dialog without head and foot, for a field with a list under it. Traps the focus and gives it back; Escape closes. */
export function CommandDialog({ onClose, label, children }: CommandDialogProps) {
  const first = useRef<HTMLInputElement>(null);
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
