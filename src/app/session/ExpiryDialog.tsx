import { useEffect, useState } from 'react';
import { useServerNow } from '../../bridge/hub/useServerNow.ts';
import type { Result } from '../../contracts/problem.ts';
import { problemSentence } from '../../domain/problemLabels.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { countdownSpoken, countdownText, secondsLeft } from './countdown.ts';
import './session.css';

export interface ExpiryDialogProps {
  /** When the session ends unless extended: epoch milliseconds on the platform's clock. */
  readonly endsAt: number;
  readonly onExtend: () => Promise<Result<null>>;
  readonly onLogOut: () => Promise<unknown>;
}

/** 'Session Expiring Soon' (C-10): covers the page until the user decides. At 0 the hub acts. */
export function ExpiryDialog({ endsAt, onExtend, onLogOut }: ExpiryDialogProps) {
  const left = secondsLeft(endsAt, useServerNow());
  const [busy, setBusy] = useState<'extend' | 'leave' | null>(null);
  const spoken = countdownSpoken(left);
  useEffect(() => {
    if (spoken !== null) announce(spoken);
  }, [spoken]);
  const run = (what: 'extend' | 'leave', act: () => Promise<unknown>) => () => {
    setBusy(what);
    void act().finally(() => setBusy(null));
  };
  const extend = async () => {
    const extended = await onExtend();
    // If refused, the hub signs out and the sign-in page explains it. If unreached, the user is still signed in and may try again (C-53).
    if (!extended.ok) toast({ tone: 'bad', title: 'Token refresh failed', text: problemSentence(extended.problem) });
  };
  return (
    <Dialog
      open
      role="alertdialog"
      closable={false}
      onClose={() => undefined}
      title={
        <span className="session-head">
          <span>Session Expiring Soon</span>
          <span className="session-count" role="timer" aria-label="Time left">
            {countdownText(left)}
          </span>
        </span>
      }
      description="You are logged out when the count reaches zero."
      actions={
        <>
          <Button onClick={run('leave', onLogOut)} busy={busy === 'leave'} busyText="Logging out..." disabled={busy === 'extend'}>
            Log Out
          </Button>
          <Button
            kind="primary"
            onClick={run('extend', extend)}
            busy={busy === 'extend'}
            busyText="Extending..."
            disabled={busy === 'leave'}
          >
            Extend Session
          </Button>
        </>
      }
    />
  );
}
