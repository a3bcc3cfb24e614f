import type { Passkey } from '../../contracts/passkey.ts';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { RemovePasskeyDialog } from './RemovePasskeyDialog.tsx';
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx';

/** What the panels open, as one file, which comes with the first press: every file more is a line more in the service worker's list. */
export { ChangePasswordDialog } from './ChangePasswordDialog.tsx';
export { EditProfileDialog } from './EditProfileDialog.tsx';

/** What is about to be done, and to which passkey. */
export type PasskeyAct = { readonly act: 'add' } | { readonly act: 'rename' | 'remove'; readonly passkey: Passkey };

interface PasskeyDialogsProps {
  readonly open: PasskeyAct;
  readonly known: readonly Passkey[];
  readonly onClose: () => void;
}

/** The dialogs of passkeys. */
export function PasskeyDialogs({ open, known, onClose }: PasskeyDialogsProps) {
  if (open.act === 'add') return <AddPasskeyDialog known={known} onClose={onClose} />;
  if (open.act === 'rename') return <RenamePasskeyDialog passkey={open.passkey} onClose={onClose} />;
  return <RemovePasskeyDialog passkey={open.passkey} onClose={onClose} />;
}
