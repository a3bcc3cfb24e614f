import { Drawer, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../controls/IconButton.tsx';
import { Kit } from '../kit/Kit.tsx';
import { useBackCloses } from './backCloses.ts';
import { besideOverlay } from './besideOverlay.ts';
import { useFocusBack } from './focusBack.ts';
import './overlay.css';

interface BottomSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The address says that it is open. */
  readonly inAddress?: boolean;
  readonly title: string;
  readonly description?: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Bottom sheet for phones and tablets: a preview with the exact ids, then the action. */
export function BottomSheet({ open, onClose, inAddress = false, title, description, note, actions, children }: BottomSheetProps) {
  const { setContent, focusBack } = useFocusBack(open);
  useBackCloses(open && !inAddress, onClose);
  return (
    <Kit>
      <Drawer.Root
        open={open}
        onOpenChange={(change) => {
          if (!change.open) onClose();
        }}
        placement="bottom"
        onInteractOutside={besideOverlay}
        finalFocusEl={focusBack}
        lazyMount
        unmountOnExit
      >
        <Portal>
          <Drawer.Backdrop />
          <Drawer.Positioner>
            <Drawer.Content ref={setContent}>
              <div className="uk-sheet-head">
                <div className="uk-dialog-head">
                  <Drawer.Title asChild>
                    <h2>{title}</h2>
                  </Drawer.Title>
                  {description !== undefined && <Drawer.Description className="uk-fg2">{description}</Drawer.Description>}
                </div>
                <IconButton label="Close" icon={X} onClick={onClose} />
              </div>
              <Drawer.Body>{children}</Drawer.Body>
              {(actions !== undefined || note !== undefined) && (
                <Drawer.Footer>
                  <span className="uk-dialog-note">{note}</span>
                  {actions}
                </Drawer.Footer>
              )}
            </Drawer.Content>
          </Drawer.Positioner>
        </Portal>
      </Drawer.Root>
    </Kit>
  );
}
