import { Dialog as ChakraDialog, Portal } from '@chakra-ui/react';
import { type LucideIcon, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { IconButton } from '../controls/IconButton.tsx';
import './overlay.css';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly icon?: LucideIcon;
  /** 496, 608 or 872 px; the whole width of a phone. */
  readonly size?: 'form' | 'steps' | 'verdict';
  /** Left in the footer. */
  readonly note?: ReactNode;
  /** Right in the footer; the main one last. */
  readonly actions?: ReactNode;
  readonly role?: 'dialog' | 'alertdialog';
  /** False: only an action ends it (session expiry). */
  readonly closable?: boolean;
  readonly children?: ReactNode;
}

/** Chakra's names for the widths; overlayRecipes.ts gives them 496, 608 and 872 px. */
const widths = { form: 'md', steps: 'lg', verdict: 'xl' } as const;

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
    <ChakraDialog.Root
      open={open}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
      role={role}
      size={widths[size]}
      // The dialog itself, as in a drawer: a ring round 'Close' would say that this is what it is about. A question begins at its answer.
      {...(role === 'dialog' ? { initialFocusEl: () => content.current } : {})}
      closeOnEscape={closable}
      closeOnInteractOutside={closable && role === 'dialog'}
      // The focus is held within. Where it goes elsewhere, another overlay that has just closed is giving it back, and must not take this one along.
      onFocusOutside={(event) => event.preventDefault()}
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
  );
}
