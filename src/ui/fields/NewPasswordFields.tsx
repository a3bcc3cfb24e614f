import { repeatWords } from '../../domain/accountWords.ts';
import { judgePassword, longestPassword } from '../../domain/password.ts';
import { RuleList } from './RuleList.tsx';
import { TextField } from './TextField.tsx';

/** A new password as far as it is typed. */
export interface NewPassword {
  readonly password: string;
  readonly repeated: string;
}

/** Before anything is typed. */
export const noPasswordYet: NewPassword = { password: '', repeated: '' };

interface NewPasswordFieldsProps {
  readonly value: NewPassword;
  /** Given what changes: a password manager fills both fields before either is drawn. */
  readonly onChange: (change: (before: NewPassword) => NewPassword) => void;
  /** Why the platform did not take the new one though it keeps the rules (G-10); null or left out where nothing was said of it. */
  readonly error?: string | null;
}

/**
 * A new password, its rules and its repetition (I-6, I-7). They stand in the form of whoever asks, and take the gap between its fields; whether what they
 * hold may be sent is `mayUsePassword`'s to say.
 */
export function NewPasswordFields({ value: { password, repeated }, onChange, error = null }: NewPasswordFieldsProps) {
  const repeat = repeatWords(password, repeated);
  const both = { type: 'password', autoComplete: 'new-password', required: true, maxLength: longestPassword } as const;
  return (
    <>
      <TextField
        {...both}
        label="New password"
        value={password}
        {...(error !== null && { error })}
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
