import type { ConsoleRole } from './access.ts';

/** The version of the context's shape, in the context itself (C-51). */
export const diagnosticsSchemaVersion = '1.0.0';

/** The only filters that leave with a diagnostic context, to the document's letter. */
export const diagnosticFilterFields = [
  'packId',
  'vrfId',
  'correlationId',
  'tenantId',
  'siteCode',
  'status',
  'timestamp',
  'errorCode',
  'kid',
  'hash',
  'manifestHash',
  'covenantHash',
  'evidenceHash',
] as const;
export type DiagnosticFilterField = (typeof diagnosticFilterFields)[number];

/** One realtime event: that it came and how large it was, nothing of what it said. */
export interface DiagnosticEvent {
  /** The event's type: 'verifications.appended'. */
  readonly event: string;
  /** Epoch milliseconds. */
  readonly timestamp: number;
  readonly isoTimestamp: string;
  /** Of the event's data as JSON, bytes. */
  readonly size: number;
}

/** What is copied or downloaded for support (C-51). Types only: it is made here, scanned, and read by people. */
export interface DiagnosticContext {
  readonly schemaVersion: typeof diagnosticsSchemaVersion;
  /** When it was made, ISO 8601, on the platform's clock. */
  readonly timestamp: string;
  readonly tenantId: string;
  readonly role: ConsoleRole;
  /** The path without its query. */
  readonly route: string;
  /** Names this very context in a case with support. */
  readonly correlationId: string;
  readonly filters: Readonly<Partial<Record<DiagnosticFilterField, string>>>;
  /** The last 20, oldest first (C-81). */
  readonly recentEvents: readonly DiagnosticEvent[];
  readonly metadata: {
    readonly userAgent: string;
    readonly screenResolution: string;
    readonly timezone: string;
    readonly language: string;
  };
}
