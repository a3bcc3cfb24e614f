import { Columns3, ShieldCheck, UserPlus } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from '../../bridge/address/Link.tsx';
import type { AdminUser } from '../../contracts/adminUser.ts';
import { href } from '../../domain/screens/address.ts';
import { problemSentence } from '../../domain/problemLabels.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { LoadStates } from '../../ui/page/LoadStates.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { PageAge } from '../../ui/page/PageAge.tsx';
import { addressChange, type UsersAddress } from './address.ts';
import type { UsersPlace } from './useUsersAddress.ts';
import type { UsersSkin } from './skins.ts';
import type { UsersSource } from './source.ts';
import { SecondFactorDialog } from './SecondFactorDialog.tsx';
import { UserDialogs } from './UserDialogs.tsx';
import { UsersFilters } from './UsersFilters.tsx';
import { UsersTable } from './UsersTable.tsx';
import './users.css';
import { type Deed, deedDone } from '../../domain/claims/told.ts';

interface UsersPageProps extends UsersPlace {
  readonly skin: UsersSkin;
  readonly source: UsersSource;
  /** Beside the title. */
  readonly badge?: ReactNode;
  /** The other presentation of the same users, with the label of its link. */
  readonly other?: { readonly screen: 'users' | 'usersComplete'; readonly label: string };
}

/** User management (I-10): every presentation is this page with another skin, and every source offers the same actions. */
export function UsersPage({ skin, source, address, show, hrefOf, badge, other }: UsersPageProps) {
  const { list, disabledReason, halted, selfId, reached } = source;
  const addDisabledReason = disabledReason ?? halted;
  const { state, problem, busy, refresh } = list;
  const failed = hasFailed(source);
  const [asksSecond, setAsksSecond] = useState(false);
  useLoadToasts(skin, source, address);

  const removalDisabledReason = useCallback(
    ({ id, status }: AdminUser): string | null => {
      if (disabledReason !== null) return disabledReason;
      if (id === selfId) return 'You cannot deactivate your own account.';
      return status === 'inactive' ? 'This account is inactive already.' : null;
    },
    [disabledReason, selfId],
  );
  const tell = (deed: Deed): void => {
    const claim = deedDone('account', { deed, problem: null });
    if (skin.toasts) toast({ claim });
    else announce(claim);
  };
  const finish = (deed: Deed): void => {
    show({ open: null });
    tell(deed);
  };
  const tellFailure = (title: string, message: string): void => {
    if (skin.toasts) toast({ tone: 'bad', title, text: message === '' ? 'Unknown error' : message });
  };
  const table = (
    <UsersTable
      skin={skin}
      source={source}
      address={address}
      show={show}
      hrefOf={hrefOf}
      removalDisabledReason={removalDisabledReason}
      addDisabledReason={addDisabledReason}
    />
  );

  return (
    <Page
      title="User Management"
      lead={skin.lead}
      badge={badge}
      actions={
        <PageActions
          source={source}
          address={address}
          other={other}
          addDisabledReason={addDisabledReason}
          onSecondFactor={() => setAsksSecond(true)}
          onAdd={() => show({ open: { kind: 'add' } })}
        />
      }
    >
      <Stack>
        {!reached && (
          <Banner tone="offline" lead="User management needs the network.">
            The list is from the last answer on this device. Changes are possible when the platform can be reached again.
          </Banner>
        )}
        {failed && problem !== null && state === 'ready' && (
          <Banner
            tone="bad"
            lead="Failed to load users"
            action={
              <Button size="sm" busy={busy} onClick={refresh}>
                Try Again
              </Button>
            }
          >
            {problemSentence(problem)}
          </Banner>
        )}
        <UsersFilters skin={skin} sample={source.sample} address={address} show={show} />
        <LoadStates
          frame={list}
          refreshing={list}
          failed="Failed to load users"
          empty={{ icon: UserPlus, title: 'No users found', text: skin.empty.text }}
          skeleton={table}
        >
          {() => table}
        </LoadStates>
      </Stack>
      {asksSecond && (
        <SecondFactorDialog
          disabledReason={addDisabledReason}
          onClose={() => setAsksSecond(false)}
          onDone={() => {
            setAsksSecond(false);
            tell('secondFactorSet');
          }}
        />
      )}
      <UserDialogs
        skin={skin}
        source={source}
        open={address.open}
        removalDisabledReason={removalDisabledReason}
        onClose={() => show({ open: null })}
        onDone={finish}
        onAgain={tell}
        onFailed={tellFailure}
      />
    </Page>
  );
}

interface PageActionsProps extends Pick<UsersPageProps, 'source' | 'address'> {
  readonly other: UsersPageProps['other'];
  readonly addDisabledReason: string | null;
  readonly onSecondFactor: () => void;
  readonly onAdd: () => void;
}

function PageActions({ source, address, other, addDisabledReason, onSecondFactor, onAdd }: PageActionsProps) {
  const { busy, refresh, freshness } = source.list;
  return (
    <>
      {!source.sample && <PageAge freshness={freshness} refreshing={{ busy: busy || source.turning, refresh }} />}
      {other !== undefined && (
        <Link href={href(other.screen, addressChange({ ...address, open: null }))} asChild>
          <LinkButton icon={Columns3}>{other.label}</LinkButton>
        </Link>
      )}
      {!source.sample && (
        <Button icon={ShieldCheck} onClick={onSecondFactor}>
          Second Factor
        </Button>
      )}
      <Button kind="primary" icon={UserPlus} onClick={onAdd} {...(addDisabledReason !== null && { disabledReason: addDisabledReason })}>
        Add User
      </Button>
    </>
  );
}

/** Whether the platform was asked and the load failed; older rows may still be shown. */
function hasFailed({ list, reached }: UsersSource): boolean {
  return list.problem !== null && reached && list.problem.code !== 'cancelled';
}

/**
 * The design system reports the result of every requested load (identity document, section 8). Background refreshes are silent unless the
 * result changes: with an unstable connection, toasts would otherwise keep covering *Add User*.
 */
function useLoadToasts({ toasts }: UsersSkin, source: UsersSource, { search, role, status, sort, page }: UsersAddress): void {
  const { list, reached, turning } = source;
  const asked = JSON.stringify([search, role, status, sort, page]);
  const waits = !reached || turning || list.busy || list.state === 'loading';
  const outcome = !toasts || waits ? null : list.state === 'failed' || hasFailed(source) ? 'failed' : 'loaded';
  const why = outcome === 'failed' ? (list.problem?.message ?? '') : '';
  const told = useRef('');
  useEffect(() => {
    if (list.busy) told.current = ''; // a new load was requested
  }, [list.busy]);
  useEffect(() => {
    const ended = JSON.stringify([asked, outcome, why]);
    if (outcome === null || ended === told.current) return;
    told.current = ended;
    if (outcome === 'loaded') toast({ claim: deedDone('users', { deed: 'usersLoaded', problem: null }) });
    else toast({ tone: 'bad', title: 'Failed to load users', text: why === '' ? 'Unknown error' : why });
  }, [outcome, why, asked]);
}
