import { Dialog as ChakraDialog, Portal } from '@chakra-ui/react';
import { type LucideIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../controls/IconButton.tsx';
import { Kit } from '../kit/Kit.tsx';
import { useBackCloses } from './backCloses.ts';
import { besideOverlay } from './besideOverlay.ts';
import { useFocusBack } from './focusBack.ts';
import './overlay.css';

/** Size by content: a question, a form, steps, a verdict (LOOK, Anatomy). */
export type DialogSize = 'question' | 'form' | 'steps' | 'verdict';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly icon?: LucideIcon;
  /** 400, 496, 608 or 872 px; full width on a phone. */
  readonly size?: DialogSize;
  /** Left side of the footer. */
  readonly note?: ReactNode;
  /** Right side of the footer; the primary action last. */
  readonly actions?: ReactNode;
  readonly role?: 'dialog' | 'alertdialog';
  /** False: only an action closes it (session expiry). */
  readonly closable?: boolean;
  /** The address says that it is open. */
  readonly inAddress?: boolean;
  readonly children?: ReactNode;
}

/** The documents' size names; overlayRecipes.ts maps them to 400, 496, 608 and 872 px. */
export const dialogWidths = { question: 'sm', form: 'md', steps: 'lg', verdict: 'xl' } as const satisfies Record<DialogSize, string>;

/** A question or task above the page. Traps the focus and returns it; Escape closes. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  icon: Icon,
  size = 'form',
  note,
  actions,
  role = 'dialog',
  closable = true,
  inAddress = false,
  children,
}: DialogProps) {
  const { content, setContent, focusBack } = useFocusBack(open);
  useBackCloses(open && closable && !inAddress, onClose);
  return (
    <Kit>
      <ChakraDialog.Root
        open={open}
        onOpenChange={(change) => {
          if (!change.open) onClose();
        }}
        role={role}
        size={dialogWidths[size]}
        // Focus the dialog itself: a focus ring on 'Close' would suggest that closing is the main action. Alert dialogs focus their answer
        // instead.
        {...(role === 'dialog' ? { initialFocusEl: () => content.current } : {})}
        finalFocusEl={focusBack}
        closeOnEscape={closable}
        closeOnInteractOutside={closable && role === 'dialog'}
        // The focus is trapped. When it moves outside, another overlay has just closed and returns it; that must not close this one.
        onFocusOutside={(event) => event.preventDefault()}
        onInteractOutside={besideOverlay}
        lazyMount
        unmountOnExit
      >
        <Portal>
          <ChakraDialog.Backdrop />
          <ChakraDialog.Positioner>
            <ChakraDialog.Content ref={setContent} style={{ outline: 0 }}>
              <ChakraDialog.Header>
                {Icon !== undefined && (
                  <span className="uk-dialog-icon">
                    <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
                  </span>
                )}
                <div className="uk-dialog-head">
                  <ChakraDialog.Title>{title}</ChakraDialog.Title>
                  {description !== undefined && <ChakraDialog.Description>{description}</ChakraDialog.Description>}
                </div>
                {closable && <IconButton label="Close" icon={X} className="uk-overlay-close" onClick={onClose} />}
              </ChakraDialog.Header>
              {children !== undefined && <ChakraDialog.Body>{children}</ChakraDialog.Body>}
              {(actions !== undefined || note !== undefined) && (
                <ChakraDialog.Footer>
                  <span className="uk-dialog-note">{note}</span>
                  {actions}
                </ChakraDialog.Footer>
              )}
            </ChakraDialog.Content>
          </ChakraDialog.Positioner>
        </Portal>
      </ChakraDialog.Root>
    </Kit>
  );
}
