import type { Selectable } from 'kysely';
import type { DeadLetter } from '../../src/contracts/deadLetter.ts';
import type { HealthComponent } from '../../src/contracts/health.ts';
import type { Activity, Notification } from '../../src/contracts/overview.ts';
import type { PipelineStage } from '../../src/contracts/pipeline.ts';
import { redactPayload, redactText } from '../../src/domain/redact.ts';
import type { Database } from '../db/schema.ts';

/** Rows as sent. Reads and events both use these functions, so an event says what the next read will. */

/** A stored stage as answers deliver it: times in minutes; without a correlation id if none is known. */
export function toStage(row: Selectable<Database['pipeline_stages']>): PipelineStage {
  return {
    name: row.name,
    status: row.status,
    queueDepth: row.queue_depth,
    processingRate: row.processing_rate,
    errorCount: row.error_count,
    lastProcessedAt: row.last_processed_at,
    sloThresholdMinutes: row.slo_minutes,
    currentLagMinutes: row.lag_minutes,
    ...(row.last_correlation_id === null ? {} : { lastCorrelationId: row.last_correlation_id }),
    version: row.version,
  };
}

/** A stored component as answers deliver it. `measured.by` says whether the simulator or the platform measured its figures. */
export function toComponent(row: Selectable<Database['health_components']>): HealthComponent {
  return {
    name: row.name,
    status: row.status,
    uptime: row.uptime,
    latency: { p50: row.p50_ms, p95: row.p95_ms },
    ...(row.last_backup === null ? {} : { lastBackup: row.last_backup }),
    ...(row.pitr_window_h === null ? {} : { pitrWindow: row.pitr_window_h }),
    measured: { at: row.changed_at, by: row.simulated ? 'simulation' : 'platform', figures: ['uptime', 'latency'] },
    version: row.version,
  };
}

/** A stored item as answers deliver it, with personal data redacted (G-28). */
export function toDeadLetter(row: Selectable<Database['dead_letters']>): DeadLetter {
  return {
    itemId: row.item_id,
    errorCode: row.error_code,
    ...withoutPersons(row),
    retryCount: row.retry_count,
    correlationId: row.correlation_id,
    failedAt: row.failed_at,
    ...aboutOf(Object(row.payload) as Readonly<Record<string, unknown>>),
    ...promotionOf(row),
    version: row.version,
  };
}

/**
 * The free text and payload of an item with personal data redacted, for every reader (G-28). `readWholeLetter` returns the original on
 * request.
 */
function withoutPersons({
  error_message,
  payload,
}: Selectable<Database['dead_letters']>): Pick<DeadLetter, 'errorMessage' | 'payload' | 'redacted'> {
  const errorMessage = redactText(error_message);
  const shown = redactPayload(payload);
  const same = errorMessage === error_message && JSON.stringify(shown) === JSON.stringify(payload);
  return { errorMessage, payload: shown, ...(same ? {} : { redacted: true }) };
}

/** The payment or verification that an item names. Ids that redaction would change (someone's number) are left out (G-28). */
function aboutOf({ paymentId, vrfId }: Readonly<Record<string, unknown>>): Pick<DeadLetter, 'about'> {
  const isId = (named: unknown): named is string => typeof named === 'string' && redactText(named) === named;
  if (isId(paymentId)) return { about: { kind: 'payment', id: paymentId } };
  return isId(vrfId) ? { about: { kind: 'verification', id: vrfId } } : {};
}

function promotionOf(row: Selectable<Database['dead_letters']>): Pick<DeadLetter, 'promoted'> {
  const { last_promoted_at: at, last_promoted_by: by, last_promoted_by_id: byId, last_promotion_decided_at: decidedAt } = row;
  return at === null || by === null
    ? {}
    : { promoted: { by, ...(byId === null ? {} : { byId }), at, ...(decidedAt === null ? {} : { decidedAt }) } };
}

/** A stored activity as answers deliver it; `link` is the address of the screen that it leads to. */
export function toActivity(row: Selectable<Database['activities']>): Activity {
  return { activityId: row.activity_id, text: row.text, time: row.at, link: row.link, status: row.status, version: row.version };
}

/** A notification as one person sees it: their marks raise its version. */
export function toNotification(
  row: Selectable<Database['notifications']>,
  mark: { readonly readAt: string | null; readonly marks: number | null },
): Notification {
  return {
    notificationId: row.notification_id,
    level: row.level,
    title: row.title,
    body: row.body,
    time: row.at,
    link: row.link,
    ...(mark.readAt === null ? {} : { readAt: mark.readAt }),
    version: row.version + (mark.marks ?? 0),
  };
}
