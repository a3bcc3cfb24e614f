import { Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { TotpOffer } from '../../contracts/factors.ts';
import { failureText } from '../../domain/accountLabels.ts';
import { deedDone } from '../../domain/claims/told.ts';
import { qrPath } from '../../domain/qrCode.ts';
import { codeProblem, inFours } from '../../domain/totpLabels.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useFactors } from './queries.ts';
import { RecoveryCodes } from './RecoveryCodesDialog.tsx';

/** Shows the secret as QR code and text, and asks for a code to prove that the app has it. Only then does it take effect. */
export function SetUpTotpDialog({ onClose }: { readonly onClose: () => void }) {
  const { offer, confirm } = useFactors();
  const [shown, setShown] = useState<TotpOffer | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ readonly text: string; readonly ofCode: boolean } | null>(null);
  // The callbacks change with every render; the request is made once.
  const ask = useRef(offer);
  const close = useRef(onClose);

  useEffect(() => {
    let current = true;
    void ask.current().then((answer) => {
      if (!current) return;
      if (answer.ok) return setShown(answer.value.value);
      // The user cancelled the re-authentication: nothing was started.
      if (answer.problem.code === 'cancelled') return close.current();
      setFailure({ text: failureText('The app cannot be set up', answer.problem), ofCode: false });
    });
    return () => {
      current = false;
    };
  }, []);

  const save = async (): Promise<void> => {
    setTried(true);
    if (busy || shown === null || codeProblem(code) !== null) return;
    setBusy(true);
    setFailure(null);
    const answer = await confirm(code.trim());
    setBusy(false);
    if (!answer.ok) {
      const ofCode = answer.problem.code === 'forbidden';
      return setFailure({ ofCode, text: ofCode ? answer.problem.message : failureText('The app was not set up', answer.problem) });
    }
    toast({
      claim: deedDone('app', { deed: 'totpAdded', problem: null }),
      text: 'Its code is required from the next sign-in. Other sessions stay open: end them below.',
    });
    const { recoveryCodes } = answer.value.value;
    if (recoveryCodes.length === 0) return onClose();
    setCodes(recoveryCodes);
  };
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />;
  const drawn = shown === null ? null : qrPath(shown.address);
  const error = failure?.ofCode === true ? failure.text : tried ? codeProblem(code) : null;
  return (
    <FormDialog
      icon={Smartphone}
      title="Set Up an Authenticator App"
      description="Add this account to an app on your phone, then enter the code that the app shows."
      note="Recorded in the audit trail"
      action="Set Up"
      busy={busy}
      busyText="Setting up..."
      notReady={shown === null ? 'The secret key has not come yet' : null}
      failure={failure !== null && !failure.ofCode ? failure.text : null}
      onSubmit={save}
      onClose={onClose}
    >
      {shown === null && failure === null && <Skeleton w="100%" h={176} block />}
      {shown !== null && (
        <div className="profile-totp">
          {drawn !== null && (
            <svg
              role="img"
              aria-label="The secret key as a QR code"
              viewBox={`0 0 ${drawn.size} ${drawn.size}`}
              shapeRendering="crispEdges"
            >
              <rect width={drawn.size} height={drawn.size} fill="#fff" />
              <path d={drawn.path} fill="#000" />
            </svg>
          )}
          <p className="uk-fg2">
            Secret key
            <code>{inFours(shown.secret)}</code>
            <a href={shown.address}>Open in an app on this device</a>
          </p>
        </div>
      )}
      <TextField
        label="Code that the app shows"
        required
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        hint="Six digits, new every 30 seconds"
        value={code}
        onChange={setCode}
        {...(error !== null && { error })}
      />
    </FormDialog>
  );
}
