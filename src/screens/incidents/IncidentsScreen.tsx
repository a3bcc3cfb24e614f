import { ShieldCheck } from 'lucide-react';
import { useRefresh } from '../../bridge/useRefresh.ts';
import { plural } from '../../domain/format.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ProblemPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { RefreshButton } from '../../ui/page/PageAge.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { IncidentRow, IncidentRowSkeleton } from './IncidentRow.tsx';
import { useIncidents } from './queries.ts';
import './incidents.css';

/** Incident Management: what is wrong now, what was, and which services it touches. */
export function IncidentsScreen() {
  const { state, problem, views, banner, freshness } = useIncidents();
  const { busy, refresh } = useRefresh(['incidents', 'health', 'pipeline']);
  const refreshButton = <RefreshButton busy={busy} onRefresh={refresh} />;
  return (
    <Page title="Incident Management" actions={refreshButton}>
      <Stack>
        {banner !== null && (
          <Banner tone={banner.tone} lead={banner.lead}>
            {banner.text}
          </Banner>
        )}
        {state === 'failed' && (
          <Card as="div">
            <ProblemPanel
              problem={problem}
              onRetry={refresh}
              busy={busy}
              message={problem?.message ?? 'An error occurred while loading this content.'}
              stillWorks="The menus and the other pages still work."
            />
          </Card>
        )}
        {state !== 'failed' && (
          <Panel
            title="Recent incidents"
            note={state === 'ready' ? plural(views.length, 'incident') : undefined}
            freshness={freshness}
            busy={state === 'loading'}
          >
            {state === 'empty' ? (
              <EmptyState icon={ShieldCheck} title="No incidents" action={refreshButton}>
                Incidents appear here when a service misses its objective, and stay listed once they are resolved.
              </EmptyState>
            ) : (
              <ul className="incidents">
                {state === 'loading' && [0, 1, 2].map((place) => <IncidentRowSkeleton key={place} />)}
                {state === 'ready' && views.map((view) => <IncidentRow key={view.id} view={view} stale={freshness.kind === 'stale'} />)}
              </ul>
            )}
          </Panel>
        )}
      </Stack>
    </Page>
  );
}
