import { Dialog as ChakraDialog, Portal } from '@chakra-ui/react';
import { type LucideIcon, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { IconButton } from '../controls/IconButton.tsx';
import { Kit } from '../kit/Kit.tsx';
import { besideOverlay } from './besideOverlay.ts';
import './overlay.css';

/** Named after what stands in it: a question, a form, steps, a verdict (LOOK, Anatomy). */
export type DialogSize = 'question' | 'form' | 'steps' | 'verdict';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly icon?: LucideIcon;
  /** 400, 496, 608 or 872 px; the whole width of a phone. */
  readonly size?: DialogSize;
  /** Left in the footer. */
  readonly note?: ReactNode;
  /** Right in the footer; the main one last. */
  readonly actions?: ReactNode;
  readonly role?: 'dialog' | 'alertdialog';
  /** False: only an action ends it (session expiry). */
  readonly closable?: boolean;
  readonly children?: ReactNode;
}

/** The documents' names for the widths; overlayRecipes.ts gives them 400, 496, 608 and 872 px. */
export const dialogWidths = { question: 'sm', form: 'md', steps: 'lg', verdict: 'xl' } as const satisfies Record<DialogSize, string>;

/** A question or a task over the page. Traps the focus and gives it back; Escape closes. */
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
  children,
}: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Kit>
      <ChakraDialog.Root
        open={open}
        onOpenChange={(change) => {
          if (!change.open) onClose();
        }}
        role={role}
        size={dialogWidths[size]}
        // The dialog itself, as in a drawer: a ring round 'Close' would say that this is what it is about. A question begins at its answer.
        {...(role === 'dialog' ? { initialFocusEl: () => content.current } : {})}
        closeOnEscape={closable}
        closeOnInteractOutside={closable && role === 'dialog'}
        // The focus is held within. Where it goes elsewhere, another overlay that has just closed is giving it back, and must not take this one along.
        onFocusOutside={(event) => event.preventDefault()}
        onInteractOutside={besideOverlay}
        lazyMount
        unmountOnExit
      >
        <Portal>
          <ChakraDialog.Backdrop />
          <ChakraDialog.Positioner>
            <ChakraDialog.Content ref={content} style={{ outline: 0 }}>
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
