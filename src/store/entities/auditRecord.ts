import { type AuditRecord, auditRecordSchema } from '../../contracts/audit.ts';
import { auditActWords, auditAreaOf } from '../../domain/auditWords.ts';
import type { Entity } from './entity.ts';
import { searchTokens } from '../../domain/searchTokens.ts';

/** Lines of the audit record that a device keeps, the newest ones: some 4 MB. */
export const auditKept = 5_000;

/** A line's place as the primary key: a text that sorts as the number does. */
export function auditPlace(chainIndex: number): string {
  return String(Math.max(0, chainIndex)).padStart(12, '0');
}

/** Columns that the list is narrowed and searched by. */
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
    // What is read on the screen is found when it is typed, and so is the code behind it.
    tokens: searchTokens([actorName, action, auditActWords(action), target, correlationId]),
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
