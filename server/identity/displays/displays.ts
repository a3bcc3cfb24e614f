import type { Kysely, Selectable } from 'kysely';
import type { Display, DisplaySettings } from '../../../src/contracts/display.ts';
import type { Database } from '../../db/schema.ts';

type Row = Selectable<Database['displays']>;

/** A display as administrators see it. */
export function toDisplay(row: Row): Display {
  return {
    ...settingsOf(row),
    displayId: row.display_id,
    version: row.version,
    device: row.device,
    approvedAt: row.approved_at,
    approvedBy: row.approved_by,
    ...(row.approved_by_id === null ? {} : { approvedById: row.approved_by_id }),
    build: row.build,
    frame: row.frame_at === null || row.frame_dashboard === null ? null : { at: row.frame_at, dashboard: row.frame_dashboard },
    seenAt: row.seen_at,
    transport: row.transport,
    viewport: row.viewport,
  };
}

/** The settings that an administrator decided. */
export function settingsOf(row: Pick<Row, 'name' | 'playlist' | 'dwell_s' | 'theme' | 'interrupt_from'>): DisplaySettings {
  return { name: row.name, playlist: row.playlist, dwellS: row.dwell_s, theme: row.theme, interruptFrom: row.interrupt_from };
}

/** Settings as columns. Settings that an older console does not send are left unchanged. */
export function columnsOf({ name, playlist, dwellS, theme, interruptFrom }: DisplaySettings) {
  return {
    name,
    playlist: JSON.stringify(playlist),
    dwell_s: dwellS,
    theme,
    ...(interruptFrom === undefined ? {} : { interrupt_from: interruptFrom }),
  };
}

/** A tenant's displays that are not revoked, by name. */
export async function readDisplays(db: Kysely<Database>, tenantId: string): Promise<readonly Display[]> {
  const rows = await db
    .selectFrom('displays')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .orderBy('name')
    .orderBy('display_id')
    .execute();
  return rows.map(toDisplay);
}

/** One of a tenant's displays; undefined if revoked, unknown or another tenant's. */
export function findDisplay(db: Kysely<Database>, tenantId: string, displayId: string): Promise<Row | undefined> {
  return db
    .selectFrom('displays')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('display_id', '=', displayId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}
