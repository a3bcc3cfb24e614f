import { Calendar } from 'lucide-react';
import { useCallback } from 'react';
import { useAddress } from '../../bridge/address/useAddress.ts';
import { useOpening } from '../../bridge/address/useOpening.ts';
import { useExport } from '../../bridge/useExport.ts';
import { useRefresh } from '../../bridge/reads/useRefresh.ts';
import type { EvidencePack } from '../../contracts/evidence.ts';
import { formatCount, plural } from '../../domain/format.ts';
import { verificationStates } from '../../domain/operations/platformStates.ts';
import { Filter } from '../../ui/controls/FilterMenu.tsx';
import { Toolbar } from '../../ui/controls/Toolbar.tsx';
import { LoadFailed } from '../../ui/page/LoadFailed.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { UnreadLine } from '../../ui/page/UnreadLine.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { PageAge } from '../../ui/page/PageAge.tsx';
import { useZone } from '../../ui/time/clock.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { dayChoices, filterPacks, isNarrowed, nextPending, siteChoices } from './model.ts';
import { PackTable } from './PackTable.tsx';
import { OpenProof } from './proof/OpenProof.tsx';
import { useKeysHeld, usePacks } from './queries.ts';
import { VerifyDialog } from './VerifyDialog.tsx';
import './evidence.css';

const statusChoices = [
  { value: 'verified', label: verificationStates.verified.word },
  { value: 'pending', label: verificationStates.pending.word },
  { value: 'failed', label: verificationStates.failed.word },
  { value: 'disputed', label: verificationStates.disputed.word },
] as const;

/** Evidence Management (C-24 to C-26): the packs, and their verification on this device. */
export function EvidenceScreen() {
  const zone = useZone();
  const [view, show] = useAddress('evidence');
  const { packs, state, problem, freshness, unread, notHeld, cameDamaged } = usePacks();
  const refreshing = useRefresh(['evidence', 'jwks']);
  const opening = useOpening('evidence', view, show);
  const clear = useCallback(() => show({ search: '', status: null, site: null, day: null }), [show]);
  const found = filterPacks(packs, view, zone);
  const exports = useExport({
    type: 'evidence_packs',
    title: 'Evidence packs',
    filter: { search: view.search, status: view.status, siteCode: view.site, day: view.day, sort: view.sort },
    count: found.length,
    freshness,
    unread,
    rows: (shown: readonly EvidencePack[]) => shown,
  });
  const next = nextPending(packs, view.open);

  return (
    <Page
      title="Evidence Management"
      badge={state === 'ready' && <span className="uk-fg3">{plural(packs.length, 'pack')}</span>}
      actions={
        <>
          <OpenProof disabledReason={view.open !== null} />
          <PageAge freshness={freshness} refreshing={refreshing} />
        </>
      }
    >
      <Stack>
        <Toolbar label="Find packs" end={state !== 'loading' && <KeysHeld />}>
          <SearchField
            label="Search packs"
            placeholder="Pack ID, site or code"
            value={view.search}
            onChange={(search) => show({ search })}
          />
          <Filter label="Status" value={view.status} all="All statuses" options={statusChoices} onChange={(status) => show({ status })} />
          <Filter label="Site" value={view.site} all="All sites" options={siteChoices(packs)} onChange={(site) => show({ site })} />
          <Filter
            label="Day"
            icon={Calendar}
            value={view.day}
            all="All days"
            options={dayChoices(packs, zone)}
            onChange={(day) => show({ day })}
          />
        </Toolbar>
        <p className="uk-small uk-fg3">Site, status and lock are reported by the platform; Verify checks a pack on this device.</p>
        {state === 'failed' ? (
          <LoadFailed problem={problem} refreshing={refreshing} />
        ) : (
          <>
            <PackTable
              packs={found}
              loading={state === 'loading'}
              narrowed={isNarrowed(view)}
              order={{ sort: view.sort, onSort: (sort) => show({ sort }) }}
              opening={opening}
              onClear={clear}
              exports={exports}
            />
            <UnreadLine unread={unread} cameDamaged={cameDamaged} notHeld={notHeld} what="pack" />
          </>
        )}
      </Stack>
      {view.open !== null && (
        <VerifyDialog
          packId={view.open}
          onClose={() => show({ open: null })}
          onNext={next === null ? null : () => show({ open: next.packId })}
        />
      )}
    </Page>
  );
}

/** The keys for offline verification and their age (C-82). */
function KeysHeld() {
  const held = useKeysHeld();
  if (held === null) return null;
  if (held.count === 0) return <span className="uk-small uk-fg3">No signing keys on this device yet</span>;
  return (
    <span className="uk-small uk-fg3">
      Keys on this device: {formatCount(held.count)}
      {held.fetchedAt !== null && (
        <>
          , fetched <Time at={held.fetchedAt} as="when" zone />
        </>
      )}
    </span>
  );
}
