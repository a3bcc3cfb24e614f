import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';

interface FormDialogProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly description?: string;
  /** Beside the buttons: what becomes of it. */
  readonly note?: string;
  readonly size?: 'question';
  /** What the button says, and means. */
  readonly action: string;
  readonly kind?: 'primary' | 'danger';
  readonly actionIcon?: LucideIcon;
  readonly busy: boolean;
  readonly busyText: string;
  /** Why it cannot be done yet; null where it can. */
  readonly notReady?: string | null;
  /** Why it was not done, where no field is to blame; null before a try. */
  readonly failure: string | null;
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A question with fields about one's own account: one act, by its button or by Enter in a field, and what became of it below the fields. */
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
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind={kind}
            busy={busy}
            busyText={busyText}
            onClick={() => void onSubmit()}
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
          void onSubmit();
        }}
      >
        {children}
        {/* Enter in a field means the act of the button. */}
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
