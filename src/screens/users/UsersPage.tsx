import { Columns3, ShieldCheck, UserPlus } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { AdminUser } from '../../contracts/adminUser.ts';
import { problemSentence } from '../../domain/problemWords.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { LoadStates } from '../../ui/page/LoadStates.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { PageAge } from '../../ui/page/PageAge.tsx';
import { paramsOf, type UsersAddress } from './address.ts';
import type { UsersSkin } from './skins.ts';
import type { UsersSource } from './source.ts';
import { SecondFactorDialog } from './SecondFactorDialog.tsx';
import { UserDialogs } from './UserDialogs.tsx';
import { UsersFilters } from './UsersFilters.tsx';
import { UsersTable } from './UsersTable.tsx';
import './users.css';
import { type Deed, deedDone } from '../../domain/claims/told.ts';

interface UsersPageProps {
  readonly skin: UsersSkin;
  readonly source: UsersSource;
  readonly address: UsersAddress;
  readonly show: (change: Partial<UsersAddress>) => void;
  /** Beside the title. */
  readonly badge?: ReactNode;
  /** The other presentation of the same users, and what the way to it is called. */
  readonly other?: { readonly path: string; readonly label: string };
}

/** User management (I-10): every presentation of it is this page with another skin, every source of users the same acts. */
export function UsersPage({ skin, source, address, show, badge, other }: UsersPageProps) {
  const { list, barred, halted, selfId, reached, turning } = source;
  const addBarred = barred ?? halted;
  const { state, problem, busy, refresh, freshness } = list;
  const failed = hasFailed(source);
  const [asksSecond, setAsksSecond] = useState(false);
  useLoadToasts(skin, source, address);

  const removalBarred = useCallback(
    ({ id, status }: AdminUser): string | null => {
      if (barred !== null) return barred;
      if (id === selfId) return 'You cannot deactivate your own account.';
      return status === 'inactive' ? 'This account is inactive already.' : null;
    },
    [barred, selfId],
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
    <UsersTable skin={skin} source={source} address={address} show={show} removalBarred={removalBarred} addBarred={addBarred} />
  );

  return (
    <Page
      title="User Management"
      lead={skin.lead}
      badge={badge}
      actions={
        <>
          {!source.sample && <PageAge freshness={freshness} busy={busy || turning} onRefresh={refresh} />}
          {other !== undefined && (
            <Link href={[other.path, paramsOf({ ...address, open: null })].filter((part) => part !== '').join('?')} asChild>
              <LinkButton icon={Columns3}>{other.label}</LinkButton>
            </Link>
          )}
          {!source.sample && (
            <Button icon={ShieldCheck} onClick={() => setAsksSecond(true)}>
              Second Factor
            </Button>
          )}
          <Button
            kind="primary"
            icon={UserPlus}
            onClick={() => show({ open: { kind: 'add' } })}
            {...(addBarred !== null && { disabledReason: addBarred })}
          >
            Add User
          </Button>
        </>
      }
    >
      <Stack>
        {!reached && (
          <Banner tone="offline" lead="User management needs the network.">
            What is shown is the last answer on this device; nothing can be changed until the platform is back.
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
          state={state}
          problem={problem}
          freshness={freshness}
          unread={0}
          cameDamaged={source.list.cameDamaged}
          onRetry={refresh}
          busy={busy}
          failed="Failed to load users"
          empty={{ icon: UserPlus, title: 'No users found', text: skin.empty.text }}
          skeleton={table}
        >
          {() => table}
        </LoadStates>
      </Stack>
      {asksSecond && (
        <SecondFactorDialog
          barred={addBarred}
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
        removalBarred={removalBarred}
        onClose={() => show({ open: null })}
        onDone={finish}
        onAgain={tell}
        onFailed={tellFailure}
      />
    </Page>
  );
}

/** Whether the platform was asked and users did not come; rows from before may be there all the same. */
function hasFailed({ list, reached }: UsersSource): boolean {
  return list.problem !== null && reached && list.problem.code !== 'cancelled';
}

/**
 * The design system says of every load that was asked for how it ended (identity document, section 8); what refreshes by itself is silent, unless it ends otherwise than what was told last. A
 * link that comes and goes would cover *Add User* for as long as it does.
 */
function useLoadToasts({ toasts }: UsersSkin, source: UsersSource, { search, role, status, sort, page }: UsersAddress): void {
  const { list, reached, turning } = source;
  const asked = JSON.stringify([search, role, status, sort, page]);
  const waits = !reached || turning || list.busy || list.state === 'loading';
  const outcome = !toasts || waits ? null : list.state === 'failed' || hasFailed(source) ? 'failed' : 'loaded';
  const why = outcome === 'failed' ? (list.problem?.message ?? '') : '';
  const told = useRef('');
  useEffect(() => {
    if (list.busy) told.current = ''; // somebody asks anew
  }, [list.busy]);
  useEffect(() => {
    const ended = JSON.stringify([asked, outcome, why]);
    if (outcome === null || ended === told.current) return;
    told.current = ended;
    if (outcome === 'loaded') toast({ claim: deedDone('users', { deed: 'usersLoaded', problem: null }) });
    else toast({ tone: 'bad', title: 'Failed to load users', text: why === '' ? 'Unknown error' : why });
  }, [outcome, why, asked]);
}
