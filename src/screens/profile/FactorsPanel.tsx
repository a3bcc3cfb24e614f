import { ListChecks, Smartphone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ReadPanel } from '../../bridge/reads/useReadPanel.ts';
import type { Factors } from '../../contracts/factors.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { Time } from '../../ui/time/Time.tsx';
import type { FactorAct } from './AccountDialogs.tsx';
import { useUnreachable } from './queries.ts';
import './passkeys.css';

// Loaded on first press, together with the QR code library.
const FactorDialogs = lazy(async () => ({ default: (await import('./AccountDialogs.tsx')).FactorDialogs }));

interface FactorsPanelProps {
  readonly panel: ReadPanel<Factors>;
  readonly hasPassword: boolean;
  /** Whether there is a passkey, which also counts as a second factor. */
  readonly hasPasskey: boolean;
}

/** The second factor: an authenticator app, and the recovery codes that replace it. */
export function FactorsPanel({ panel, hasPassword, hasPasskey }: FactorsPanelProps) {
  const [open, setOpen] = useState<FactorAct | null>(null);
  const unreachable = useUnreachable();
  const { totp = null, recoveryCodes = 0, required = false, available = true } = panel.value ?? {};
  const close = (): void => setOpen(null);
  const needsPassword = hasPassword ? null : 'Set a password first: the app is asked for after it';
  const kept = required && !hasPasskey ? 'Your organisation requires a second factor. Add a passkey first, or set up another app' : null;
  const asReason = (reason: string | null) => (reason === null ? {} : { disabledReason: reason });
  const setUp = (label: string) => (
    <Button icon={Smartphone} onClick={() => setOpen('setUp')} {...asReason(unreachable ?? needsPassword)}>
      {label}
    </Button>
  );
  return (
    <Panel title="Second Step" freshness={panel.freshness}>
      {panel.state === 'loading' && <Skeleton w="100%" h={72} block />}
      {panel.state === 'failed' && <ProblemPanel problem={panel.problem} onRetry={panel.refresh} busy={panel.busy} />}
      {panel.value !== null && totp === null && (
        <EmptyState
          icon={Smartphone}
          title={available ? 'No authenticator app' : 'No authenticator apps here'}
          {...(available && { action: setUp('Set Up an App') })}
        >
          {available
            ? 'With an app on your phone, a password that somebody has learned does not sign in: a code of the app is required too.'
            : 'Your organisation’s sign-in asks for the second step.'}
        </EmptyState>
      )}
      {totp !== null && (
        <ul className="profile-passkeys">
          <li>
            <Smartphone size={20} strokeWidth={1.75} aria-hidden />
            <div>
              <b>Authenticator app</b>
              <span className="uk-fg2">
                Set up <Time at={totp.since} as="date" beside="server" /> ·{' '}
                {totp.lastUsed === null ? (
                  'not used since'
                ) : (
                  <>
                    last used <Time at={totp.lastUsed} as="when" beside="server" />
                  </>
                )}
              </span>
              {required && <span className="uk-fg2">Your organisation requires a second factor</span>}
            </div>
            <div className="profile-passkey-acts">
              <Button size="sm" aria-label="Replace the authenticator app" onClick={() => setOpen('setUp')} {...asReason(unreachable)}>
                Replace
              </Button>
              <Button
                size="sm"
                kind="dangerText"
                aria-label="Remove the authenticator app"
                onClick={() => setOpen('remove')}
                {...asReason(unreachable ?? kept)}
              >
                Remove
              </Button>
            </div>
          </li>
          <li>
            <ListChecks size={20} strokeWidth={1.75} aria-hidden />
            <div>
              <b>Recovery codes</b>
              <span className="uk-fg2">
                {recoveryCodes === 1 ? '1 is left' : `${recoveryCodes} are left`}; each works once, instead of the app
              </span>
            </div>
            <div className="profile-passkey-acts">
              <Button size="sm" aria-label="Make new recovery codes" onClick={() => setOpen('codes')} {...asReason(unreachable)}>
                Make new
              </Button>
            </div>
          </li>
        </ul>
      )}
      <Suspense fallback={null}>{open !== null && <FactorDialogs open={open} onClose={close} />}</Suspense>
    </Panel>
  );
}
