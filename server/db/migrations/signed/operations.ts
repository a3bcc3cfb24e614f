import { changes, movesOtherwise, refuses } from './trigger.ts';

export const operationsTriggers: readonly string[] = [
  // src/domain/operations/incidents.ts: taken up once, raised and never lowered, resolved for good.
  refuses(
    'update',
    'incidents',
    'incident_id',
    'incidents_moves',
    `(old.resolved_at is not null and ${changes(['resolved_at', 'severity', 'acknowledged_at'])})
      or (old.acknowledged_at is not null and ${changes(['acknowledged_at', 'acknowledged_by', 'acknowledged_by_id'])})
      or new.severity > old.severity`,
    'An incident is taken up once, raised and never lowered, and stays resolved',
  ),
  refuses(
    'update or delete',
    'incident_entries',
    'incident_id',
    'incident_entries_append_only',
    null,
    'A line of a time line is never changed',
  ),
  // src/domain/operations/overrides.ts: what was approved may be asked anew, what was rejected is over.
  refuses(
    'update',
    'ai_overrides',
    'override_id',
    'ai_overrides_moves',
    movesOtherwise('status', { pending: ['approved', 'rejected'], approved: ['pending'] }),
    'A request to override is decided once, and waits anew where it is changed after its approval',
  ),
  refuses(
    'update',
    'ai_overrides',
    'override_id',
    'ai_overrides_asked',
    changes(['tenant_id', 'override_id', 'prediction_id', 'agent_id', 'requested_by', 'requested_by_name', 'created_at']),
    'A request to override stays whose it is and what it is about',
  ),
  refuses('update or delete', 'ai_acts', 'act_id', 'ai_acts_append_only', null, 'A line of the trail is never changed'),
];
