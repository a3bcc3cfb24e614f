import { KeyRound } from 'lucide-react';
import { useReadPanel } from '../../bridge/useReadPanel.ts';
import { keyEndpoints } from '../../contracts/keyEndpoints.ts';
import { DetailCard, DetailCardSkeleton, DetailGrid } from '../../ui/panel/DetailCard.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { LoadStates } from '../../ui/page/LoadStates.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { PageAge } from '../../ui/page/PageAge.tsx';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { keyViews, signedWords } from './model.ts';
import './keys.css';

/** Signing Keys (issue 15, point 6): the platform's keys with their dates and what each signed here. Nothing on it changes one. */
export function KeysScreen() {
  const panel = useReadPanel(keyEndpoints.keys, {}, ({ keys }) => keys.length);
  const views = keyViews(panel.value?.keys ?? [], panel.freshness);
  const strange = panel.value?.strange ?? [];
  return (
    <Page title="Signing Keys" actions={<PageAge freshness={panel.freshness} busy={panel.busy} onRefresh={panel.refresh} />}>
      <Stack>
        <p className="keys-whose">
          These keys are the platform’s. Whoever runs it rotates, retires and withdraws them, with{' '}
          <span className="uk-mono">npm run keys</span>; each time it stands in the Audit Trail. Nothing on this page changes one.
        </p>
        <LoadStates
          state={panel.state}
          problem={panel.problem}
          freshness={panel.freshness}
          onRetry={panel.refresh}
          busy={panel.busy}
          unread={0}
          cameDamaged={panel.cameDamaged}
          empty={{ icon: KeyRound, title: 'No keys yet', text: 'The platform makes its first key when it starts.' }}
          skeleton={
            <DetailGrid busy minPx={420}>
              <DetailCardSkeleton lines={5} />
              <DetailCardSkeleton lines={5} />
            </DetailGrid>
          }
        >
          {() => (
            <DetailGrid busy={false} minPx={420}>
              {views.map((view) => (
                <DetailCard
                  key={view.kid}
                  title={view.kid}
                  sub={view.worth}
                  badge={<ClaimBadge claim={view.standing} />}
                  breach={view.lost}
                  freshness={panel.freshness}
                >
                  <KeyValueList
                    items={[
                      { key: 'What rests on it', value: view.signed },
                      ...view.dates.map(({ name, at }) => ({ key: name, value: <Time at={at} as="dateTime" zone /> })),
                      ...(view.reason === null ? [] : [{ key: 'Why', value: view.reason }]),
                    ]}
                  />
                </DetailCard>
              ))}
              {strange.map(({ kid, signed }) => (
                <DetailCard
                  key={kid}
                  title={kid}
                  sub="No key of the platform ever had this id"
                  badge={<StatusBadge status="bad">Not a key of ours</StatusBadge>}
                  breach
                  freshness={panel.freshness}
                >
                  <KeyValueList items={[{ key: 'What rests on it', value: signedWords(signed) }]} />
                </DetailCard>
              ))}
            </DetailGrid>
          )}
        </LoadStates>
      </Stack>
    </Page>
  );
}
