import { Link } from '../../bridge/address/Link.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { incidentResolved } from '../../domain/claims/records.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { type IncidentView, resolvedInSpite } from './model.ts';
import type { ServiceView } from '../../domain/operations/incidentServices.ts';

/** Severity badge; filled only while the incident is known to be active. */
export function SeverityBadge({ view, stale }: { readonly view: IncidentView; readonly stale: boolean }) {
  return (
    <StatusBadge status={view.severity.look} filled={view.active && !stale} was={view.active && stale}>
      {view.severity.word}
    </StatusBadge>
  );
}

/** Active or Resolved (C-60); an acknowledged incident is still active. */
export function IncidentState({ view, stale }: { readonly view: IncidentView; readonly stale: boolean }) {
  const claim = incidentResolved(view.id, { active: view.active, stillHeld: resolvedInSpite(view), current: !stale });
  return <ClaimBadge claim={claim} {...(view.active && { filled: !stale && view.state === 'open' })} />;
}

/** A service with its current state, linked to the screen that shows it. */
export function ServiceLink({ service }: { readonly service: ServiceView }) {
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
        <ClaimBadge claim={service.state} filled={false}>
          {service.state.word} now
        </ClaimBadge>
      )}
    </span>
  );
}
