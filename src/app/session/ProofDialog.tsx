import { Building2, KeyRound, UserCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { fetchApi } from '../../bridge/reads/fetchApi.ts';
import { proofQuestion } from '../../bridge/acts/provenCall.ts';
import type { Problem } from '../../contracts/problem.ts';
import { type Proof, type ProofOptions, reauthenticationEndpoints as calls } from '../../contracts/reauthentication.ts';
import { codeProblem } from '../../domain/accounts/totpLabels.ts';
import { failureText } from '../../domain/accounts/accountLabels.ts';
import { longestPassword } from '../../domain/accounts/password.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { goProve } from '../auth/goProve.ts';
import { givePasskey } from './givePasskey.ts';
import './proof.css';

type Way = 'password' | 'code' | 'passkey' | 'provider';

/** The ways that the account has, what was typed, and how each way proves the person; one at a time. */
function useProof() {
  const [ways, setWays] = useState<ProofOptions | Problem | null>(null);
  const [tries, setTries] = useState(0);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState<Way | null>(null);
  const [failure, setFailure] = useState<{ readonly way: Way; readonly text: string } | null>(null);
  const known = ways !== null && 'password' in ways ? ways : null;
  const emptyLabels = known?.code === true ? 'Enter your current password, or a code' : 'Enter your current password';

  useEffect(() => {
    let current = true;
    // A passkey's challenge is valid for one answer: each attempt requests a new one.
    void fetchApi(calls.proofOptions).then((answer) => {
      if (current) setWays(answer.ok ? answer.value.value : answer.problem);
    });
    return () => {
      current = false;
    };
  }, [tries]);

  const prove = async (body: Proof): Promise<void> => {
    const answer = await fetchApi(calls.proveAgain, { body });
    setBusy(null);
    if (answer.ok) return proofQuestion.end('proved');
    const { problem } = answer;
    setFailure({ way: body.by, text: problem.code === 'forbidden' ? problem.message : failureText('Not confirmed', problem) });
    if (body.by !== 'password' && body.by !== 'code') setTries(tries + 1);
  };
  /** Uses whichever of the two was typed; the code if there is one. */
  const byTyped = async (): Promise<void> => {
    if (busy !== null) return;
    const way = known?.code === true && code.trim() !== '' ? 'code' : 'password';
    const wrong = way === 'code' ? codeProblem(code) : password === '' ? emptyLabels : null;
    if (wrong !== null) return setFailure({ way, text: wrong });
    setBusy(way);
    setFailure(null);
    await prove(way === 'code' ? { by: 'code', code: code.trim() } : { by: 'password', password });
  };
  const byPasskey = async (options: NonNullable<ProofOptions['passkey']>): Promise<void> => {
    setBusy('passkey');
    setFailure(null);
    const assertion = await givePasskey(options);
    if (assertion !== null) return prove({ by: 'passkey', assertion });
    setBusy(null);
    setFailure({ way: 'passkey', text: 'No passkey was used. Nothing was changed; you can try again.' });
    setTries(tries + 1);
  };
  const byProvider = async (): Promise<void> => {
    setBusy('provider');
    setFailure(null);
    const problem = await goProve();
    setBusy(null);
    if (problem !== null) setFailure({ way: 'provider', text: problem });
  };
  const told = (way: Way) => (failure?.way === way ? failure.text : null);
  const askAgain = (): void => {
    setWays(null);
    setTries(tries + 1);
  };
  return { ways, known, password, setPassword, code, setCode, busy, told, byTyped, byPasskey, byProvider, askAgain };
}

/**
 * Re-authentication by password, authenticator code, passkey or the organisation's own sign-in, whichever the account has; the waiting
 * calls then continue.
 */
export function ProofDialog() {
  const { ways, known, password, setPassword, code, setCode, busy, told, byTyped, byPasskey, byProvider, askAgain } = useProof();
  const close = () => proofQuestion.end('not_proved');
  const passkey = known?.passkey ?? null;
  const beside = told('passkey') ?? told('provider');
  return (
    <Dialog
      open
      size="question"
      onClose={close}
      icon={UserCheck}
      title="Confirm that it is you"
      description="Your last sign-in or confirmation is more than five minutes old."
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          {(known?.password === true || known?.code === true) && (
            <Button kind="primary" busy={busy === 'password' || busy === 'code'} busyText="Checking..." onClick={() => void byTyped()}>
              Confirm
            </Button>
          )}
        </>
      }
    >
      <form
        className="proof-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void byTyped();
        }}
      >
        {ways === null && <Skeleton w="100%" h={64} />}
        {ways !== null && !('password' in ways) && <ProblemPanel problem={ways} onRetry={askAgain} />}
        {known?.password === true && (
          <TextField
            label="Current password"
            type="password"
            autoComplete="current-password"
            required={!known.code}
            maxLength={longestPassword}
            value={password}
            onChange={setPassword}
            data-autofocus=""
            {...(told('password') !== null && { error: told('password') ?? '' })}
          />
        )}
        {known?.code === true && (
          <TextField
            label={known.password ? 'Or the code of your authenticator app' : 'Code of your authenticator app'}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={7}
            value={code}
            onChange={setCode}
            {...(!known.password && { required: true, 'data-autofocus': '' })}
            {...(told('code') !== null && { error: told('code') ?? '' })}
          />
        )}
        {passkey !== null && (
          <Button icon={KeyRound} busy={busy === 'passkey'} busyText="Waiting for your passkey..." onClick={() => void byPasskey(passkey)}>
            Use a passkey
          </Button>
        )}
        {known?.provider === true && (
          <>
            <Button icon={Building2} busy={busy === 'provider'} busyText="Redirecting..." onClick={() => void byProvider()}>
              Sign in again at your organisation
            </Button>
            <p className="uk-fg2">You return to this page, but what you typed is lost: enter it again.</p>
          </>
        )}
        {beside !== null && (
          <p className="uk-not-done" role="alert">
            {beside}
          </p>
        )}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  );
}
