import { Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAct } from '../../bridge/acts/useAct.ts';
import type { TotpOffer } from '../../contracts/factors.ts';
import { failureText } from '../../domain/accounts/accountLabels.ts';
import { deedDone } from '../../domain/claims/told.ts';
import { qrPath } from '../../domain/encoding/qrCode.ts';
import { codeProblem, inFours } from '../../domain/accounts/totpLabels.ts';
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
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const [notOffered, setNotOffered] = useState<string | null>(null);
  const { state, busy, problem, fields, run } = useAct({
    route: 'now',
    send: (typed: string) => confirm(typed),
    fieldsOf: ({ code: why, message }) => (why === 'forbidden' ? { code: message } : {}),
    done: ({ recoveryCodes }) => {
      toast({
        claim: deedDone('app', { deed: 'totpAdded', problem: null }),
        text: 'Its code is required from the next sign-in. Other sessions stay open: end them below.',
      });
      if (recoveryCodes.length === 0) onClose();
    },
  });
  // The callbacks change with every render; the request is made once.
  const ask = useRef(offer);
  const close = useRef(onClose);

  useEffect(() => {
    let current = true;
    void ask.current().then((answer) => {
      if (!current) return;
      if (answer.ok) return setShown(answer.value);
      // The user cancelled the re-authentication: nothing was started.
      if (answer.problem.code === 'cancelled') return close.current();
      setNotOffered(failureText('The app cannot be set up', answer.problem));
    });
    return () => {
      current = false;
    };
  }, []);

  const save = (): void => {
    setTried(true);
    if (shown !== null && codeProblem(code) === null) void run(code.trim());
  };
  if (state.at === 'done' && state.answer.recoveryCodes.length > 0)
    return <RecoveryCodes codes={state.answer.recoveryCodes} onClose={onClose} />;
  const drawn = shown === null ? null : qrPath(shown.address);
  const error = fields['code'] ?? (tried ? codeProblem(code) : null);
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
      failure={problem === null ? notOffered : failureText('The app was not set up', problem)}
      onSubmit={save}
      onClose={onClose}
    >
      {shown === null && notOffered === null && <Skeleton w="100%" h={176} block />}
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
