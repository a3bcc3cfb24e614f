import { holds, isNumber, ofTenant, refers, rulesOf } from './rule.ts';

/** The platform at work: its log, stages, components, dead letters, notices, figures and their history, incidents, agents. */
export const operationsRules = [
  ...rulesOf('event_heads', ['tenant_id'], [ofTenant('an event log'), holds('counts_up', 'seq >= 0', 'Events count from 1')]),
  ...rulesOf(
    'events',
    ['tenant_id', 'seq'],
    [holds('counts_up', 'prev >= 0 and prev < seq and version >= 0', 'An event comes after the one before it in its topic')],
  ),
  ...rulesOf(
    'id_counters',
    ['tenant_id', 'name'],
    [ofTenant('a running number'), holds('counts_up', 'value >= 0', 'Running numbers count from 0')],
  ),
  ...rulesOf(
    'kpi_snapshots',
    ['tenant_id', 'period_end'],
    [
      ofTenant('a close of day'),
      holds(
        'counts_fit',
        'verified between 0 and total and automated between 0 and total and p50_ms >= 0 and p95_ms >= p50_ms',
        'At a close of day no more records are verified, or decided without a person, than there are',
      ),
    ],
  ),
  ...rulesOf('kpis', ['tenant_id'], [ofTenant('figures')]),
  ...rulesOf(
    'health_components',
    ['tenant_id', 'name'],
    [
      ofTenant('a component'),
      holds(
        'measures_fit',
        `uptime between 0 and 100 and p50_ms >= 0 and p50_ms < 'Infinity' and p95_ms >= 0 and p95_ms < 'Infinity' and coalesce(pitr_window_h, 0) >= 0`,
        'What is measured of a component is a number, uptime between 0 and 100 percent',
      ),
    ],
  ),
  ...rulesOf(
    'pipeline_stages',
    ['tenant_id', 'name'],
    [
      ofTenant('a stage'),
      holds(
        'measures_fit',
        `queue_depth >= 0 and error_count >= 0 and processing_rate >= 0 and processing_rate < 'Infinity' and lag_minutes >= 0 and lag_minutes < 'Infinity'
           and slo_minutes > 0 and slo_minutes < 'Infinity'`,
        'What is measured of a stage is a number and not below zero, its limit above zero',
      ),
    ],
  ),
  ...rulesOf(
    'dead_letters',
    ['tenant_id', 'item_id'],
    [
      refers('at_stage', ['stage'], 'pipeline_stages', 'The stage of a dead letter is there', { toColumns: ['name'] }),
      holds('retries_not_negative', 'retry_count >= 0', 'A dead letter was tried again no less than never'),
      holds('payload_is_object', `jsonb_typeof(payload) = 'object'`, 'What a dead letter is about has names and values'),
    ],
  ),
  ...rulesOf('activities', ['tenant_id', 'activity_id'], [ofTenant('an activity')]),
  ...rulesOf('notifications', ['tenant_id', 'notification_id'], [ofTenant('a notification')]),
  ...rulesOf(
    'series_chunks',
    ['tenant_id', 'metric', 'starts_at', 'step_s'],
    [
      ofTenant('a stretch of history'),
      holds('steps', `step_s > 0 and jsonb_typeof(points) = 'array'`, 'A stretch of history is a list of points some seconds apart'),
    ],
  ),
  ...rulesOf('schools', ['tenant_id', 'school_id'], [refers('at_site', ['site_code'], 'sites', 'The site of a school is there')]),
  ...rulesOf(
    'school_readings',
    ['tenant_id', 'school_id', 'figure'],
    [
      holds('says_one_thing', 'num_nonnulls(value, word) = 1', 'A reading is a number or a word'),
      holds('value_is_number', isNumber('value'), 'A reading’s number is one'),
    ],
  ),
  ...rulesOf(
    'incidents',
    ['tenant_id', 'incident_id'],
    [
      ofTenant('an incident'),
      holds(
        'taken_up_by_somebody',
        '(acknowledged_at is null) = (acknowledged_by is null)',
        'An incident that was taken up says by whom and when',
      ),
      holds('services_are_listed', `jsonb_typeof(affected_services) = 'array'`, 'The services of an incident are a list'),
    ],
  ),
  ...rulesOf(
    'incident_entries',
    ['tenant_id', 'incident_id', 'place'],
    [holds('counts_up', 'place >= 1', 'Lines of a time line count from 1')],
  ),
  ...rulesOf(
    'ai_agents',
    ['tenant_id', 'agent_id'],
    [
      ofTenant('an agent'),
      holds(
        'scores_are_shares',
        'confidence_score between 0 and 1 and prediction_accuracy between 0 and 1',
        'Confidence and accuracy of an agent are between 0 and 1',
      ),
    ],
  ),
  ...rulesOf(
    'ai_predictions',
    ['tenant_id', 'prediction_id'],
    [
      holds('confidence_is_share', 'confidence between 0 and 1', 'A prediction’s confidence is between 0 and 1'),
      holds(
        'decided_when_decided',
        '(human_decision is null) = (decided_at is null)',
        'A prediction that people decided has their decision and its date',
      ),
    ],
  ),
  ...rulesOf(
    'ai_overrides',
    ['tenant_id', 'override_id'],
    [
      refers('of_agent', ['agent_id'], 'ai_agents', 'The agent of a request to override is there'),
      holds(
        'decided_when_decided',
        `case status when 'pending' then num_nonnulls(decided_by, decided_by_name, decided_at) = 0 else num_nonnulls(decided_by, decided_by_name, decided_at) = 3 end`,
        'A request to override that is decided says by whom and when, and no other does',
      ),
      holds('version_counts', 'version >= 1', 'Versions of a request to override count from 1'),
    ],
  ),
  ...rulesOf(
    'ai_acts',
    ['tenant_id', 'act_id'],
    [
      refers('of_agent', ['agent_id'], 'ai_agents', 'The agent of a line of the trail is there'),
      refers('of_override', ['override_id'], 'ai_overrides', 'The request of a line of the trail is there'),
      holds(
        'kind_is_known',
        `kind in ('requested', 'changed', 'approved', 'rejected', 'mode', 'enabled', 'disabled')`,
        'A line of the trail says what was done',
      ),
    ],
  ),
];
