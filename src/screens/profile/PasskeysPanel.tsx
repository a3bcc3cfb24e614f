import { FingerprintPattern, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ReadPanel } from '../../bridge/reads/useReadPanel.ts';
import type { PasskeysResponse } from '../../contracts/passkey.ts';
import { CameDamagedLines } from '../../ui/page/CameDamagedLines.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { passkeyPlace } from './model.ts';
import type { PasskeyAct } from './AccountDialogs.tsx';
import { useUnreachable } from './queries.ts';
import './passkeys.css';

// Loaded on first press, together with the WebAuthn code.
const PasskeyDialogs = lazy(async () => ({ default: (await import('./AccountDialogs.tsx')).PasskeyDialogs }));

/** The user's passkeys: the only place to add, rename and remove them. */
export function PasskeysPanel({ panel, hasPassword }: { readonly panel: ReadPanel<PasskeysResponse>; readonly hasPassword: boolean }) {
  const [open, setOpen] = useState<PasskeyAct | null>(null);
  const unreachable = useUnreachable();
  const { passkeys = [], limit = 0, available = true } = panel.value ?? {};
  const close = (): void => setOpen(null);
  const needsPassword = hasPassword ? null : 'Set a password first: it is asked for before a passkey is added';
  const full = passkeys.length >= limit ? `You have ${limit} passkeys. Remove one you no longer use` : null;
  const unknownHere = 'PublicKeyCredential' in globalThis ? null : 'This browser does not support passkeys';
  const disabledReason = unreachable ?? needsPassword ?? full ?? unknownHere;
  const addButton = (
    <Button icon={Plus} onClick={() => setOpen({ act: 'add' })} {...(disabledReason !== null && { disabledReason: disabledReason })}>
      Add a Passkey
    </Button>
  );
  return (
    <Panel
      title="Passkeys"
      note={passkeys.length > 0 ? `${passkeys.length}` : undefined}
      freshness={panel.freshness}
      {...(passkeys.length > 0 && available && { footer: <div className="profile-acts">{addButton}</div> })}
    >
      {panel.state === 'loading' && <Skeleton w="100%" h={72} block />}
      {panel.state === 'failed' && <ProblemPanel problem={panel.problem} onRetry={panel.refresh} busy={panel.busy} />}
      <CameDamagedLines rows={panel.cameDamaged} />
      {panel.state === 'empty' &&
        (available ? (
          <EmptyState icon={FingerprintPattern} title="No passkeys yet" action={addButton}>
            With a passkey you sign in by fingerprint, face or PIN instead of the password.
          </EmptyState>
        ) : (
          <EmptyState icon={FingerprintPattern} title="No passkeys here">
            Your organisation handles sign-in, or this platform’s address does not support passkeys.
          </EmptyState>
        ))}
      {passkeys.length > 0 && (
        <ul className="profile-passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <FingerprintPattern size={20} strokeWidth={1.75} aria-hidden />
              <div>
                <b>{passkey.name}</b>
                <span className="uk-fg2">{passkeyPlace(passkey)}</span>
                <span className="uk-fg2">
                  Added <Time at={passkey.createdAt} as="date" beside="server" /> ·{' '}
                  {passkey.lastUsed === null ? (
                    'never used'
                  ) : (
                    <>
                      last used <Time at={passkey.lastUsed} as="when" beside="server" />
                    </>
                  )}
                </span>
              </div>
              <div className="profile-passkey-acts">
                <Button
                  size="sm"
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setOpen({ act: 'rename', passkey })}
                  {...(unreachable !== null && { disabledReason: unreachable })}
                >
                  Rename
                </Button>
                <Button
                  size="sm"
                  kind="dangerText"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => setOpen({ act: 'remove', passkey })}
                  {...((unreachable ?? needsPassword) !== null && { disabledReason: unreachable ?? needsPassword ?? '' })}
                >
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Suspense fallback={null}>{open !== null && <PasskeyDialogs open={open} known={passkeys} onClose={close} />}</Suspense>
    </Panel>
  );
}
