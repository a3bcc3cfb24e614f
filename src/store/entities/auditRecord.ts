import { type AuditRecord, auditRecordSchema } from '../../contracts/audit.ts';
import { auditActLabels, auditAreaOf } from '../../domain/auditLabels.ts';
import type { Entity } from './entity.ts';
import { searchTokens } from '../../domain/searchTokens.ts';

/** Number of audit lines stored on a device, the newest: about 4 MB. */
export const auditKept = 5_000;

/** A line's position as primary key: zero-padded, so that it sorts numerically. */
export function auditPlace(chainIndex: number): string {
  return String(Math.max(0, chainIndex)).padStart(12, '0');
}

/** Columns for filtering and searching the list. */
export interface AuditColumns {
  readonly place: string;
  readonly at: number;
  readonly actor: string;
  readonly area: string;
  readonly outcome: string;
  readonly tokens: readonly string[];
}

function auditColumns({ chainIndex, at, actorName, action, target, outcome, correlationId }: AuditRecord): AuditColumns {
  return {
    place: auditPlace(chainIndex),
    at: Date.parse(at),
    actor: actorName,
    area: auditAreaOf(action),
    outcome,
    // Both the displayed label and the code can be searched.
    tokens: searchTokens([actorName, action, auditActLabels(action), target, correlationId]),
  };
}

export const auditEntity: Entity<AuditRecord> = {
  table: 'auditRecords',
  schema: auditRecordSchema,
  keyOf: ({ chainIndex }) => auditPlace(chainIndex),
  versionOf: () => 0,
  columnsOf: auditColumns,
  appendOnly: true,
};
