import { BookOpen } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';
import { formatAge } from '../../domain/formatTime.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { Time } from '../../ui/time/Time.tsx';
import type { IncidentView, ServiceView } from './model.ts';

/** One incident: how bad, what, since when, until when, and which services it touches. */
export function IncidentRow({ view, stale }: { readonly view: IncidentView; readonly stale: boolean }) {
  const id = useId();
  const unknown = view.active && stale;
  return (
    <li className="incident" aria-labelledby={id}>
      <div className="incident-top">
        <StatusBadge status={view.severity.look} filled={view.active && !stale} was={unknown}>
          {view.severity.word}
        </StatusBadge>
        <h3 id={id}>{view.title}</h3>
        <span className="uk-mono uk-fg3">{view.id}</span>
        <span className="uk-sp" />
        <StatusBadge status={view.active ? 'bad' : 'ok'} filled={view.active && !stale} was={unknown}>
          {view.active ? (stale ? 'Was active' : 'Active') : 'Resolved'}
        </StatusBadge>
      </div>
      <p className="uk-fg2">{view.description}</p>
      <dl className="incident-facts">
        <div>
          <dt>Opened</dt>
          <dd>
            <Time at={view.createdAt} as="when" zone />
          </dd>
        </div>
        <div>
          <dt>Resolved</dt>
          <dd>{view.resolvedAt === null ? <span className="uk-fg3">not yet</span> : <Time at={view.resolvedAt} as="when" zone />}</dd>
        </div>
        <div>
          <dt>{view.active ? 'Open for' : 'Lasted'}</dt>
          <dd>{formatAge(view.lastedMs)}</dd>
        </div>
        <div>
          <dt>Affected services</dt>
          <dd className="incident-services">
            {view.services.length === 0 ? (
              <span className="uk-fg3">none named</span>
            ) : (
              view.services.map((service) => <Service key={service.name} service={service} />)
            )}
          </dd>
        </div>
      </dl>
      {view.runbook !== null && (
        <a className="uk-link" href={view.runbook} target="_blank" rel="noreferrer">
          <BookOpen size={14} strokeWidth={1.75} aria-hidden="true" />
          Runbook
        </a>
      )}
    </li>
  );
}

function Service({ service }: { readonly service: ServiceView }) {
  return (
    <span className="incident-service">
      {service.href === null ? (
        <span className="uk-mono">{service.title}</span>
      ) : (
        <Link className="uk-link" href={service.href}>
          {service.title}
        </Link>
      )}
      {service.state !== null && (
        <StatusBadge status={service.state.look} filled={false}>
          {service.state.word} now
        </StatusBadge>
      )}
    </span>
  );
}

/** The boxes of an incident while it loads. */
export function IncidentRowSkeleton() {
  return (
    <li className="incident">
      <div className="incident-top">
        <Skeleton w={60} h={22} />
        <Skeleton w="40%" h={14} />
        <span className="uk-sp" />
        <Skeleton w={72} h={22} />
      </div>
      <Skeleton w="70%" h={13} block />
      <Skeleton w="55%" h={28} />
    </li>
  );
}
