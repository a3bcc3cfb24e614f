import { Inbox, RefreshCw, SearchX, Workflow } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { hub } from '../../bridge/hub.ts';
import { plural } from '../../domain/format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FilterMenu } from '../../ui/controls/FilterMenu.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Toolbar } from '../../ui/controls/Toolbar.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { DrawerLayout } from '../../ui/overlay/Drawer.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { GroupedLetters, GroupedSkeleton } from './GroupedLetters.tsx';
import { LetterPreview } from './LetterPreview.tsx';
import { LetterTable } from './LetterTable.tsx';
import { type DlqView, filterLetters, groupLetters, paramsOf, viewFrom } from './model.ts';
import { useDeadLetters } from './queries.ts';
import './dlq.css';

const layouts = [
  { value: 'code', label: 'Group: error code' },
  { value: 'none', label: 'No grouping' },
] as const;

/** Dead Letter Queue (C-28): what the pipeline gave up on, why, and what it was. */
export function DlqScreen() {
  const [params, setParams] = useSearchParams();
  const view = viewFrom(params);
  const { letters, state, problem, freshness } = useDeadLetters();
  const [busy, setBusy] = useState(false);
  const show = (change: Partial<DlqView>) => setParams(new URLSearchParams(paramsOf({ ...view, ...change })), { replace: true });
  const refresh = () => {
    setBusy(true);
    void hub.refresh(['dlq']).finally(() => setBusy(false));
  };
  const found = filterLetters(letters, view.search);
  const opened = view.item === null ? null : (letters.find(({ itemId }) => itemId === view.item) ?? null);
  const isStale = freshness.kind === 'stale';

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
        actions={<FreshnessChip value={freshness} />}
      >
        <Toolbar
          label="Find dead letters"
          end={
            <Button icon={RefreshCw} busy={busy} onClick={refresh}>
              Refresh
            </Button>
          }
        >
          <SearchField
            label="Search dead letters"
            placeholder="Item, code or correlation ID"
            value={view.search}
            onChange={(search) => show({ search })}
          />
          <FilterMenu
            label="Layout"
            value={view.grouped ? 'code' : 'none'}
            options={layouts}
            onChange={(value) => show({ grouped: value === 'code' })}
          />
        </Toolbar>
        {state === 'failed' && (
          <ErrorPanel
            onRetry={refresh}
            busy={busy}
            message={problem?.message ?? 'An error occurred while loading this content.'}
            stillWorks="The menus and the other pages still work."
            {...(problem?.correlationId === undefined ? {} : { correlationId: problem.correlationId })}
          />
        )}
        {state === 'loading' && <GroupedSkeleton />}
        {state === 'empty' && (
          <Card as="div">
            <EmptyState
              icon={Inbox}
              title="No failed items"
              action={
                <Link href="/operations/pipeline" asChild>
                  <LinkButton href="/operations/pipeline" icon={Workflow}>
                    Check Pipeline
                  </LinkButton>
                </Link>
              }
            >
              Items the pipeline gives up on wait here until someone promotes them.
            </EmptyState>
          </Card>
        )}
        {state === 'ready' && found.length === 0 && (
          <Card as="div">
            <EmptyState
              icon={SearchX}
              title={`Nothing matches '${view.search}'`}
              action={<Button onClick={() => show({ search: '' })}>Clear search</Button>}
            >
              {plural(letters.length, 'item')} in the queue. Item id, error code, message and correlation id are searched.
            </EmptyState>
          </Card>
        )}
        {state === 'ready' &&
          found.length > 0 &&
          (view.grouped ? (
            <GroupedLetters groups={groupLetters(found)} selected={view.item} onOpen={(item) => show({ item })} />
          ) : (
            <LetterTable letters={found} selected={view.item} onOpen={(item) => show({ item })} />
          ))}
      </Page>
      <LetterPreview letter={opened} onClose={() => show({ item: null })} />
    </DrawerLayout>
  );
}
