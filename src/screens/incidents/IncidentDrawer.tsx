import { BookOpen, ExternalLink } from 'lucide-react';
import type { DecisionView } from '../../bridge/acts/useDecisions.ts';
import { formatAge } from '../../domain/formatTime.ts';
import { type FreshnessState, isLost } from '../../domain/freshness/freshness.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
import { DrawerHead, DrawerNote, DrawerPart } from '../../ui/overlay/DrawerParts.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { IncidentActs } from './IncidentActs.tsx';
import { IncidentState, ServiceLink, SeverityBadge } from './IncidentBadges.tsx';
import { type IncidentView, untakenLabels } from './model.ts';
import { runbookOf } from './runbooks.ts';
import { Timeline } from './Timeline.tsx';
import { Who } from '../../ui/text/Who.tsx';

interface IncidentDrawerProps {
  readonly incidentId: string;
  readonly view: IncidentView | null;
  readonly loading: boolean;
  readonly freshness: FreshnessState;
  /** Commands about it that are not answered yet, oldest first. */
  readonly waiting: readonly DecisionView[];
  readonly onClose: () => void;
  readonly onRunbook: (name: string) => void;
}

/** One incident in full: description, affected services, timeline and available actions. */
export function IncidentDrawer({ incidentId, view, loading, freshness, waiting, onClose, onRunbook }: IncidentDrawerProps) {
  const stale = isLost(freshness);
  return (
    <Drawer
      open
      onClose={onClose}
      label={`Incident ${incidentId}`}
      freshness={freshness}
      head={
        <DrawerHead
          code={incidentId}
          title={view === null ? null : view.title}
          badge={view !== null && <IncidentState view={view} stale={stale} />}
          onClose={onClose}
        />
      }
    >
      {view === null ? (
        <DrawerNote>
          {loading ? 'Reading this device…' : `${incidentId} is not on this device. It appears here once the platform sends it.`}
        </DrawerNote>
      ) : (
        <>
          <DrawerPart title="What happened">
            <p className="incident-description">{view.description}</p>
            <KeyValueList
              items={[
                { key: 'Severity', value: <SeverityBadge view={view} stale={stale} /> },
                { key: 'Opened', value: <Time at={view.createdAt} as="when" zone /> },
                {
                  key: 'Acknowledged',
                  value:
                    view.acknowledged === null ? (
                      <span className="uk-fg3">
                        {view.incident.timeline !== undefined && !view.active ? 'Not acknowledged' : untakenLabels(view, stale)}
                      </span>
                    ) : (
                      <>
                        <Who name={view.acknowledged.by} id={view.acknowledged.byId} />, <Time at={view.acknowledged.at} as="when" />
                      </>
                    ),
                },
                {
                  key: !view.active ? 'Resolved' : stale ? 'Had been open for' : 'Open for',
                  value:
                    view.resolvedAt === null ? (
                      formatAge(view.lastedMs)
                    ) : (
                      <>
                        after {formatAge(view.lastedMs)}, <Time at={view.resolvedAt} as="when" />
                      </>
                    ),
                },
              ]}
            />
          </DrawerPart>
          <DrawerPart title="Affected services">
            {view.services.length === 0 ? (
              <p className="uk-fg3">None named.</p>
            ) : (
              <ul className="incident-services">
                {view.services.map((service) => (
                  <li key={service.name}>
                    <ServiceLink service={service} />
                  </li>
                ))}
              </ul>
            )}
          </DrawerPart>
          <DrawerPart title="Runbook">
            <Runbook view={view} onRunbook={onRunbook} />
          </DrawerPart>
          <DrawerPart title="Timeline">
            {view.incident.timeline === undefined && <p className="uk-fg3">The platform does not send its history.</p>}
            <Timeline key={view.id} incidentId={view.id} entries={view.timeline} coming={waiting} />
          </DrawerPart>
          <DrawerPart title="Actions">
            <IncidentActs key={view.id} view={view} />
          </DrawerPart>
        </>
      )}
    </Drawer>
  );
}

function Runbook({ view, onRunbook }: { readonly view: IncidentView; readonly onRunbook: (name: string) => void }) {
  const { runbook } = view;
  if (runbook === null) return <p className="uk-fg3">None is named for this incident.</p>;
  if (runbook.kind === 'web')
    return (
      <LinkButton outer={runbook.href} icon={ExternalLink} target="_blank" rel="noreferrer">
        Open runbook
      </LinkButton>
    );
  if (runbook.kind === 'text')
    return (
      <p className="uk-fg3">
        The console does not open this address: <bdi className="uk-mono">{runbook.text}</bdi>
      </p>
    );
  const held = runbookOf(runbook.name);
  if (held === null) return <p className="uk-fg3">This version of the console does not hold the runbook {runbook.name}.</p>;
  return (
    <Button icon={BookOpen} onClick={() => onRunbook(held.name)}>
      {held.title}
    </Button>
  );
}
