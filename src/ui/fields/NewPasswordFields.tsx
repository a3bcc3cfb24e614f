import { repeatLabels } from '../../domain/accounts/accountLabels.ts';
import { judgePassword, longestPassword } from '../../domain/accounts/password.ts';
import { RuleList } from './RuleList.tsx';
import { TextField } from './TextField.tsx';

/** Content of the two password fields. */
export interface NewPassword {
  readonly password: string;
  readonly repeated: string;
}

/** Initial, empty content. */
export const noPasswordYet: NewPassword = { password: '', repeated: '' };

interface NewPasswordFieldsProps {
  readonly value: NewPassword;
  /** Receives an updater function: a password manager fills both fields before the next render. */
  readonly onChange: (change: (before: NewPassword) => NewPassword) => void;
  /** Why the platform refused the password although it meets the rules (G-10); null or absent otherwise. */
  readonly error?: string | null;
  /** Gets the new password's control. */
  readonly ref?: (element: HTMLElement | null) => void;
}

/**
 * A new password, its rules and its repetition (I-6, I-7). Rendered inside the caller's form with its spacing; `mayUsePassword` decides
 * whether they may be submitted.
 */
export function NewPasswordFields({ value: { password, repeated }, onChange, error = null, ref }: NewPasswordFieldsProps) {
  const repeat = repeatLabels(password, repeated);
  const both = { type: 'password', autoComplete: 'new-password', required: true, maxLength: longestPassword } as const;
  return (
    <>
      <TextField
        {...both}
        label="New password"
        value={password}
        {...(error !== null && { error })}
        {...(ref !== undefined && { ref })}
        onChange={(typed) => onChange((before) => ({ ...before, password: typed }))}
      />
      <RuleList label="Password requirements" rules={judgePassword(password)} />
      <TextField
        {...both}
        label="Confirm password"
        value={repeated}
        onChange={(typed) => onChange((before) => ({ ...before, repeated: typed }))}
        {...(repeat !== null && (repeat.match ? { success: repeat.text } : { error: repeat.text }))}
      />
    </>
  );
}
