import { Building2, FingerprintPattern, MailPlus, MonitorSmartphone, ShieldCheck, Smartphone } from 'lucide-react';
import type { LinkRefusal, ProviderLink, UserAccess } from '../../contracts/adminAccess.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Ago } from '../../ui/time/Ago.tsx';
import { Time } from '../../ui/time/Time.tsx';

interface PartProps {
  readonly access: UserAccess;
  /** Whether the data is stale. */
  readonly lost: boolean;
  readonly busy: string | null;
  readonly stopped: { readonly disabledReason?: string };
}

/** Where the person is signed in. */
export function Sessions({ access, lost, busy, stopped, onEnd }: PartProps & { readonly onEnd: (id: string) => void }) {
  return (
    <section className="users-letters" aria-label="Signed-in devices">
      <b>Signed-in devices</b>
      {access.sessions.length === 0 ? (
        <p className="uk-fg2">{lost ? 'None when last read.' : 'None now.'}</p>
      ) : (
        <ul>
          {access.sessions.map(({ id, device, location, createdAt, lastActive }) => {
            const Icon = /Android|iOS/.test(device) ? Smartphone : MonitorSmartphone;
            return (
              <li key={id}>
                <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
                <span className="users-both">
                  <b>{device}</b>
                  <span>
                    {location} · since <Time at={createdAt} as="when" beside="server" />
                  </span>
                </span>
                <span className="uk-fg2">
                  Last seen <Ago at={lastActive} suffix=" ago" />
                </span>
                <Button
                  size="sm"
                  kind="dangerText"
                  busy={busy === id}
                  busyText="Ending..."
                  aria-label={`End session: ${device}, ${location}`}
                  onClick={() => onEnd(id)}
                  {...stopped}
                >
                  End
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** Why a sign-in through the provider was refused, and what would allow it. */
const refusedLabels: Readonly<Record<LinkRefusal, string>> = {
  email_not_verified: 'the provider has not verified the address',
  domain_not_named: 'the domain of the address is not registered for this tenant (npm run tenant)',
  another_subject: 'this account belongs to somebody else there; unlink it first',
  not_active: 'the account was not active',
};

/** The account's link to the organisation's identity provider. */
export function ProviderPart({
  provider,
  busy,
  stopped,
  onInvite,
  onUnlink,
}: Omit<PartProps, 'access' | 'lost'> & { readonly provider: ProviderLink; readonly onInvite: () => void; readonly onUnlink: () => void }) {
  const { issuer, linked, linkedAt, refused } = provider;
  return (
    <section className="users-letters" aria-label="Identity provider">
      <b>Identity provider</b>
      <ul>
        <li>
          <Building2 size={16} strokeWidth={1.75} aria-hidden="true" />
          <span className="users-both">
            <b>{issuer}</b>
            <span>
              {linked ? 'Linked' : 'Waiting for the first sign-in there'}
              {linkedAt !== null && (
                <>
                  {' since '}
                  <Time at={linkedAt} as="when" beside="server" />
                </>
              )}
            </span>
            {refused !== null && (
              <span>
                Refused <Time at={refused.at} as="when" beside="server" />: {refusedLabels[refused.why]}
              </span>
            )}
          </span>
          <span />
          {!linked && (
            <Button size="sm" icon={MailPlus} busy={busy === 'invite'} busyText="Inviting..." onClick={onInvite} {...stopped}>
              Send an invitation
            </Button>
          )}
          {linked && (
            <Button
              size="sm"
              kind="dangerText"
              busy={busy === 'unlink'}
              busyText="Unlinking..."
              aria-label={`Unlink from ${issuer}`}
              onClick={onUnlink}
              {...stopped}
            >
              Unlink
            </Button>
          )}
        </li>
      </ul>
    </section>
  );
}

/** The person's credentials at the platform: password and passkeys. */
export function Passkeys({ access, lost, busy, stopped, onRemove }: PartProps & { readonly onRemove: (id: string) => void }) {
  return (
    <section className="users-letters" aria-label="Password and passkeys">
      <b>Password and passkeys</b>
      <p className="uk-fg2">{access.password ? `${lost ? 'Had' : 'Has'} a password here.` : `${lost ? 'Had' : 'Has'} no password here.`}</p>
      {access.passkeys.length === 0 ? (
        <p className="uk-fg2">{lost ? 'No passkeys when last read.' : 'No passkeys.'}</p>
      ) : (
        <ul>
          {access.passkeys.map(({ id, name, createdAt, lastUsed }) => (
            <li key={id}>
              <FingerprintPattern size={16} strokeWidth={1.75} aria-hidden="true" />
              <span className="users-both">
                <b>{name}</b>
                <span>
                  Added <Time at={createdAt} as="date" beside="server" />
                </span>
              </span>
              <span className="uk-fg2">
                {lastUsed === null ? (
                  'Never used'
                ) : (
                  <>
                    Last used <Time at={lastUsed} as="when" beside="server" />
                  </>
                )}
              </span>
              <Button
                size="sm"
                kind="dangerText"
                busy={busy === id}
                busyText="Removing..."
                aria-label={`Remove passkey: ${name}`}
                onClick={() => onRemove(id)}
                {...stopped}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The person's second factor. Without it they sign in by password or passkey alone, or set one up if the tenant requires it. */
export function SecondStep({ access, lost, busy, stopped, onRemove }: PartProps & { readonly onRemove: () => void }) {
  const { totp, recoveryCodes } = access;
  return (
    <section className="users-letters" aria-label="Second step">
      <b>Second step</b>
      {totp === null ? (
        <p className="uk-fg2">{lost ? 'No authenticator app when last read.' : 'No authenticator app.'}</p>
      ) : (
        <ul>
          <li>
            <ShieldCheck size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className="users-both">
              <b>Authenticator app</b>
              <span>
                Set up <Time at={totp.since} as="date" beside="server" /> · recovery codes left: {recoveryCodes}
              </span>
            </span>
            <span className="uk-fg2">
              {totp.lastUsed === null ? (
                'Not used since'
              ) : (
                <>
                  Last used <Time at={totp.lastUsed} as="when" beside="server" />
                </>
              )}
            </span>
            <Button
              size="sm"
              kind="dangerText"
              busy={busy === 'totp'}
              busyText="Removing..."
              aria-label="Remove authenticator app"
              onClick={onRemove}
              {...stopped}
            >
              Remove
            </Button>
          </li>
        </ul>
      )}
    </section>
  );
}
