import { KeyRound, MailQuestion, Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Profile } from '../../contracts/identity.ts';
import { loginRoleLabels } from '../../domain/accounts/access.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { accountActive } from '../../domain/claims/deeds.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { Tag } from '../../ui/status/Tag.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { initialsOf } from './model.ts';
import { useUnreachable } from './queries.ts';

// Loaded on first press.
const EditProfileDialog = lazy(async () => ({ default: (await import('./AccountDialogs.tsx')).EditProfileDialog }));
const ChangePasswordDialog = lazy(async () => ({ default: (await import('./AccountDialogs.tsx')).ChangePasswordDialog }));

/** The user's profile, and the two changes users may make themselves. Role and status are changed by administrators. */
export function InformationPanel({ profile, freshness }: { readonly profile: Profile; readonly freshness: FreshnessState }) {
  const [open, setOpen] = useState<'edit' | 'password' | null>(null);
  const unreachable = useUnreachable();
  const noPassword = profile.hasPassword ? null : 'Your organisation’s identity provider manages your password';
  const close = (): void => setOpen(null);
  return (
    <Panel
      title="Profile information"
      freshness={freshness}
      footer={
        <div className="profile-acts">
          <Button icon={Pencil} onClick={() => setOpen('edit')} {...(unreachable !== null && { disabledReason: unreachable })}>
            Edit Profile
          </Button>
          <Button
            icon={KeyRound}
            onClick={() => setOpen('password')}
            {...((noPassword ?? unreachable) !== null && { disabledReason: noPassword ?? unreachable ?? '' })}
          >
            Change Password
          </Button>
        </div>
      }
    >
      <div className="profile-who">
        <span className="profile-avatar" aria-hidden>
          {initialsOf(profile.name)}
        </span>
        <div>
          <b>{profile.name}</b>
          <span className="uk-fg2">{profile.email}</span>
        </div>
      </div>
      {profile.pendingEmail !== null && (
        <p className="profile-pending">
          <MailQuestion size={16} strokeWidth={1.75} aria-hidden />
          <span>
            <b>{profile.pendingEmail.email}</b>{' '}
            {profile.pendingEmail.letterWaitsSince === undefined ? (
              <>
                is waiting to be confirmed by the link sent there, until{' '}
                <Time at={profile.pendingEmail.expiresAt} as="when" beside="server" />
              </>
            ) : (
              <>
                must be confirmed by a link; the email has been waiting to be sent since{' '}
                <Time at={profile.pendingEmail.letterWaitsSince} as="when" beside="server" />
              </>
            )}
          </span>
        </p>
      )}
      <div className="profile-facts">
        <KeyValueList
          items={[
            { key: 'Role', value: <Tag>{loginRoleLabels[profile.role]}</Tag> },
            { key: 'Status', value: <ClaimBadge claim={accountActive(profile.id, { status: profile.status, freshness })} /> },
            { key: 'Member since', value: <Time at={profile.createdAt} as="date" beside="server" /> },
            {
              key: 'Last sign-in',
              value: profile.lastLogin === null ? 'Never' : <Time at={profile.lastLogin} as="when" beside="server" />,
            },
            { key: 'User ID', value: <span className="uk-mono uk-fg2">{profile.id}</span> },
          ]}
        />
      </div>
      <Suspense fallback={null}>
        {open === 'edit' && <EditProfileDialog profile={profile} onClose={close} />}
        {open === 'password' && <ChangePasswordDialog onClose={close} />}
      </Suspense>
    </Panel>
  );
}
