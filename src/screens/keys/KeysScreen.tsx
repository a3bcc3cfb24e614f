import { KeyRound } from 'lucide-react';
import { useReadPanel } from '../../bridge/reads/useReadPanel.ts';
import { keyEndpoints } from '../../contracts/keyEndpoints.ts';
import { DetailCard, DetailCardSkeleton, DetailGrid } from '../../ui/panel/DetailCard.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { LoadStates } from '../../ui/page/LoadStates.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { PageAge } from '../../ui/page/PageAge.tsx';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { keyViews, signedLabels } from './model.ts';
import './keys.css';

/** Signing Keys (issue 15, point 6): the platform's keys with their dates and what each signed for this tenant. Read-only. */
export function KeysScreen() {
  const panel = useReadPanel(keyEndpoints.keys, {}, ({ keys }) => keys.length);
  const views = keyViews(panel.value?.keys ?? [], panel.freshness);
  const strange = panel.value?.strange ?? [];
  return (
    <Page title="Signing Keys" actions={<PageAge freshness={panel.freshness} refreshing={panel} />}>
      <Stack>
        <p className="keys-whose">
          These are the platform’s keys. Its operator rotates, retires and withdraws them with <span className="uk-mono">npm run keys</span>
          ; each change is in the Audit Trail. This page changes nothing.
        </p>
        <LoadStates
          frame={panel}
          refreshing={panel}
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
                      { key: 'Signed records', value: view.signed },
                      ...view.dates.map(({ name, at }) => ({ key: name, value: <Time at={at} as="dateTime" zone /> })),
                      ...(view.reason === null ? [] : [{ key: 'Reason', value: view.reason }]),
                    ]}
                  />
                </DetailCard>
              ))}
              {strange.map(({ kid, signed }) => (
                <DetailCard
                  key={kid}
                  title={kid}
                  sub="The platform never had a key with this id"
                  badge={<StatusBadge status="bad">Unknown key</StatusBadge>}
                  breach
                  freshness={panel.freshness}
                >
                  <KeyValueList items={[{ key: 'Signed records', value: signedLabels(signed) }]} />
                </DetailCard>
              ))}
            </DetailGrid>
          )}
        </LoadStates>
      </Stack>
    </Page>
  );
}
