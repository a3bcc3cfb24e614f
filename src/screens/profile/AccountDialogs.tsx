import type { Passkey } from '../../contracts/passkey.ts';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { RemovePasskeyDialog } from './RemovePasskeyDialog.tsx';
import { RemoveTotpDialog } from './RemoveTotpDialog.tsx';
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx';
import { RenewCodesDialog } from './RecoveryCodesDialog.tsx';
import { SetUpTotpDialog } from './SetUpTotpDialog.tsx';

/** All dialogs of the panels in one file, loaded on first use: each further file would add an entry to the service worker's list. */
export { ChangePasswordDialog } from './ChangePasswordDialog.tsx';
export { EditProfileDialog } from './EditProfileDialog.tsx';

/** The open action and its passkey. */
export type PasskeyAct = { readonly act: 'add' } | { readonly act: 'rename' | 'remove'; readonly passkey: Passkey };

interface PasskeyDialogsProps {
  readonly open: PasskeyAct;
  readonly known: readonly Passkey[];
  readonly onClose: () => void;
}

/** The dialog of the act that is open: add, rename or remove a passkey. */
export function PasskeyDialogs({ open, known, onClose }: PasskeyDialogsProps) {
  if (open.act === 'add') return <AddPasskeyDialog known={known} onClose={onClose} />;
  if (open.act === 'rename') return <RenamePasskeyDialog passkey={open.passkey} onClose={onClose} />;
  return <RemovePasskeyDialog passkey={open.passkey} onClose={onClose} />;
}

/** The open action on the second factor. */
export type FactorAct = 'setUp' | 'remove' | 'codes';

/** The dialogs of the authenticator app and its recovery codes. */
export function FactorDialogs({ open, onClose }: { readonly open: FactorAct; readonly onClose: () => void }) {
  if (open === 'setUp') return <SetUpTotpDialog onClose={onClose} />;
  return open === 'remove' ? <RemoveTotpDialog onClose={onClose} /> : <RenewCodesDialog onClose={onClose} />;
}
