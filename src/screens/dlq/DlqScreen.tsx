import type { AddressOf } from '../../domain/screens/address.ts';
import { screenHref } from '../../domain/screens/link.ts';
import { Inbox, SearchX, Workflow } from 'lucide-react';
import { Link } from '../../bridge/address/Link.tsx';
import { useAddress } from '../../bridge/address/useAddress.ts';
import { useOpening } from '../../bridge/address/useOpening.ts';
import { useRefresh } from '../../bridge/reads/useRefresh.ts';
import { useExport } from '../../bridge/useExport.ts';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { formatCount, plural } from '../../domain/format.ts';
import { isLost } from '../../domain/freshness/freshness.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Filter, FilterMenu } from '../../ui/controls/FilterMenu.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Toolbar } from '../../ui/controls/Toolbar.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { HowComputed } from '../../ui/figures/HowComputed.tsx';
import { DrawerLayout } from '../../ui/overlay/Drawer.tsx';
import { LoadStates } from '../../ui/page/LoadStates.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { PageAge } from '../../ui/page/PageAge.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { GroupedLetters, GroupedSkeleton } from './GroupedLetters.tsx';
import { LetterPreview } from './LetterPreview.tsx';
import { LetterTable, type ListProps } from './LetterTable.tsx';
import { filterLetters, groupLetters } from './model.ts';
import { PromotePreview } from './PromotePreview.tsx';
import { refusedByVersions } from './promotion.ts';
import { Promotions } from './Promotions.tsx';
import { useDeadLetters } from './queries.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { usePromotion } from './usePromotion.ts';
import { usePromotingDisabledReason } from './useRights.ts';
import './dlq.css';
import './promotion.css';

const layouts = [
  { value: 'code', label: 'Group: error code' },
  { value: 'none', label: 'No grouping' },
] as const;

/** Dead Letter Queue (C-28, D-24): failed messages, their errors and payloads, and their promotion. */
export function DlqScreen() {
  const [view, show] = useAddress('dlq');
  const opening = useOpening('dlq', view, show);
  const grouped = view.group === 'code';
  const panel = useDeadLetters();
  const { letters, freshness, unread } = panel;
  const promotion = usePromotion(letters);
  const disabledReason = usePromotingDisabledReason();
  const refreshing = useRefresh(['dlq']);
  const found = filterLetters(letters, view.search, view.code);
  const filtered = view.search !== '' || view.code !== null;
  const opened = view.open === null ? null : (letters.find(({ itemId }) => itemId === view.open) ?? null);
  const onItsWay = opened !== null && promotion.busy.has(opened.itemId);
  const isStale = isLost(freshness);
  const exports = useExport({
    type: 'dead_letters',
    title: 'Dead letters',
    filter: { search: view.search, errorCode: view.code, sort: grouped ? null : view.sort },
    count: found.length,
    freshness,
    unread,
    rows: (shown: readonly DeadLetter[]) => shown,
  });
  const list: ListProps = {
    exports,
    letters: found,
    opening,
    busy: promotion.busy,
    checked: disabledReason === null ? promotion.checked : null,
    onChecked: promotion.setChecked,
  };

  return (
    <DrawerLayout>
      <Page
        title="Dead Letter Queue"
        badge={
          letters.length > 0 && (
            <StatusBadge status="warn" was={isStale}>
              {isStale ? `Were ${plural(letters.length, 'item')}` : plural(letters.length, 'item')}
            </StatusBadge>
          )
        }
        actions={
          <>
            <HowComputed screen="dlq" />
            <PageAge freshness={freshness} refreshing={refreshing} />
          </>
        }
      >
        <Stack>
          <LetterFilters letters={letters} view={view} show={show} />
          <Promotions letters={letters} promotion={promotion} />
          <LoadStates
            frame={panel}
            refreshing={refreshing}
            what="dead letter"
            skeleton={<GroupedSkeleton />}
            empty={{
              icon: Inbox,
              title: 'No failed items',
              text: 'Items that the pipeline could not process wait here until someone promotes them.',
              action: (
                <Link href={screenHref('pipeline')} asChild>
                  <LinkButton icon={Workflow}>Check Pipeline</LinkButton>
                </Link>
              ),
            }}
          >
            {() =>
              found.length === 0 ? (
                <Card as="div">
                  <EmptyState
                    icon={SearchX}
                    title={view.search === '' ? `No item failed with ${view.code ?? ''}` : `Nothing matches '${view.search}'`}
                    action={<Button onClick={() => show({ search: '', code: null })}>Clear filters</Button>}
                  >
                    {plural(letters.length, 'item')} in the queue. Item id, error code, message and correlation id are searched.
                  </EmptyState>
                </Card>
              ) : (
                <>
                  <SelectionBar
                    found={found}
                    filtered={filtered}
                    disabledReason={disabledReason ?? refusedByVersions(found)}
                    promotion={promotion}
                  />
                  {grouped ? (
                    <GroupedLetters {...list} />
                  ) : (
                    <LetterTable {...list} order={{ sort: view.sort, onSort: (sort) => show({ sort }) }} />
                  )}
                </>
              )
            }
          </LoadStates>
        </Stack>
      </Page>
      <LetterPreview
        freshness={freshness}
        letter={promotion.preview === null ? opened : null}
        onClose={() => show({ open: null })}
        onPromote={(letter) => promotion.look([letter])}
        disabledReason={disabledReason ?? (onItsWay ? 'It is already being sent.' : refusedByVersions(opened === null ? [] : [opened]))}
      />
      {promotion.preview !== null && <PromotePreview chosen={promotion.preview} letters={letters} promotion={promotion} />}
    </DrawerLayout>
  );
}

interface LetterFiltersProps {
  readonly letters: readonly DeadLetter[];
  readonly view: AddressOf<'dlq'>;
  readonly show: (change: Partial<AddressOf<'dlq'>>) => void;
}

function LetterFilters({ letters, view, show }: LetterFiltersProps) {
  return (
    <Toolbar label="Find dead letters">
      <SearchField
        label="Search dead letters"
        placeholder="Item, code or correlation ID"
        value={view.search}
        onChange={(search) => show({ search })}
      />
      <Filter
        label="Error code"
        value={view.code}
        all="All error codes"
        options={codeOptions(letters, view.code)}
        onChange={(code) => show({ code })}
      />
      <FilterMenu label="Layout" value={view.group} options={layouts} onChange={(value) => show({ group: value })} />
    </Toolbar>
  );
}

/** The error codes with their counts; the chosen one stays listed without items, so that it can be removed. */
function codeOptions(letters: Parameters<typeof groupLetters>[0], chosen: string | null) {
  const codes = groupLetters(letters).map((group) => ({
    value: group.errorCode,
    label: group.errorCode,
    hint: formatCount(group.letters.length),
  }));
  return chosen === null || codes.some(({ value }) => value === chosen) ? codes : [...codes, { value: chosen, label: chosen, hint: '0' }];
}
