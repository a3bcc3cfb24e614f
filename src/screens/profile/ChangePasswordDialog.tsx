import { KeyRound } from 'lucide-react';
import { useActForm } from '../../bridge/acts/actForm.ts';
import type { FieldProps } from '../../bridge/acts/formFields.ts';
import { passwordSchema } from '../../contracts/identity.ts';
import { z } from '../../contracts/zod.ts';
import { failureText } from '../../domain/accounts/accountLabels.ts';
import { newPasswordFields } from '../../domain/accounts/newPasswordFields.ts';
import { plural } from '../../domain/format.ts';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { NewPasswordFields } from '../../ui/fields/NewPasswordFields.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useOwnAccount } from './queries.ts';
import { deedDone } from '../../domain/claims/told.ts';

/** Where the field is; its text and its changes go through both fields at once. */
const placed = ({ ref }: FieldProps) => ({ ref });

/** Current, new and repeated password (I-7). Changing it ends all other sessions. */
export function ChangePasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const { changePassword } = useOwnAccount();
  const { now, set, field, errors, complete, submit, busy, problem } = useActForm({
    form: 'profile.password',
    start: { password: '', newPassword: '', repeated: '' },
    draft: null,
    schema: ({ newPassword }) => z.object({ password: passwordSchema, ...newPasswordFields(newPassword) }),
    asked: ({ password, newPassword }) => ({ currentPassword: password, newPassword }),
    // `bad_request` can only refer to the new password: too easy to guess, or the same as the current one.
    about: { forbidden: 'password', bad_request: 'newPassword' },
    act: {
      route: 'now',
      send: changePassword,
      done: ({ endedSessions }) => {
        const others = endedSessions === 0 ? 'You had no other sessions.' : `${plural(endedSessions, 'other session')} ended.`;
        toast({ claim: deedDone('password', { deed: 'passwordChanged', problem: null }), text: others });
        onClose();
      },
    },
  });
  const entered = { password: field('newPassword').value, repeated: field('repeated').value };
  return (
    <FormDialog
      icon={KeyRound}
      title="Change Password"
      description="This signs out all your other devices."
      note="Recorded in the audit trail"
      action="Change Password"
      busy={busy}
      busyText="Changing..."
      notReady={!complete ? 'Please meet all password requirements' : null}
      failure={problem === null ? null : failureText('Failed to change the password', problem)}
      onSubmit={() => complete && submit()}
      onClose={onClose}
    >
      <CurrentPasswordField first {...field('password')} />
      <NewPasswordFields
        value={entered}
        onChange={(change) => {
          const before = now();
          const { password, repeated } = change({ password: before.newPassword, repeated: before.repeated });
          set('newPassword', password);
          set('repeated', repeated);
        }}
        error={errors.newPassword ?? null}
        {...placed(field('newPassword'))}
      />
    </FormDialog>
  );
}
