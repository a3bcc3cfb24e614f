import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';

interface FormDialogProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly description?: string;
  /** Note beside the buttons about the consequences. */
  readonly note?: string;
  readonly size?: 'question';
  /** Label of the submit button. */
  readonly action: string;
  readonly kind?: 'primary' | 'danger';
  readonly actionIcon?: LucideIcon;
  readonly busy: boolean;
  readonly busyText: string;
  /** Why it cannot be submitted yet; null if it can. */
  readonly notReady?: string | null;
  /** Error that belongs to no single field; null if there is none. */
  readonly failure: string | null;
  readonly onSubmit: () => void;
  /** Called before *Cancel* closes it; the other ways to close it keep what was typed. */
  readonly onCancel?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Dialog with fields for the user's own account: one action, by its button or Enter, with the result below the fields. */
export function FormDialog({
  icon,
  title,
  description,
  note,
  size,
  action,
  kind = 'primary',
  actionIcon,
  busy,
  busyText,
  notReady = null,
  failure,
  onSubmit,
  onCancel,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      icon={icon}
      title={title}
      {...(description !== undefined && { description })}
      {...(note !== undefined && { note })}
      {...(size !== undefined && { size })}
      actions={
        <>
          <Button
            onClick={() => {
              onCancel?.();
              onClose();
            }}
          >
            Cancel
          </Button>
          <Button
            kind={kind}
            busy={busy}
            busyText={busyText}
            onClick={onSubmit}
            {...(actionIcon !== undefined && { icon: actionIcon })}
            {...(notReady !== null && { disabledReason: notReady })}
          >
            {action}
          </Button>
        </>
      }
    >
      <form
        className="profile-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {/* Lets Enter in a field submit the form. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
        {failure !== null && (
          <p className="uk-not-done" role="alert">
            {failure}
          </p>
        )}
      </form>
    </Dialog>
  );
}
