import type { ConsoleRole } from './access.ts';

/** Version of the context's schema, included in the context (C-51). */
export const diagnosticsSchemaVersion = '1.0.0';

/** The only filters included in a diagnostic context, exactly as in the document. */
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

/** One realtime event: type, time and size, without its content. */
export interface DiagnosticEvent {
  /** Event type, such as 'verifications.appended'. */
  readonly event: string;
  /** Epoch milliseconds. */
  readonly timestamp: number;
  readonly isoTimestamp: string;
  /** Size of the event's data as JSON, bytes. */
  readonly size: number;
}

/** The context that is copied or downloaded for support (C-51). Types only: it is created here, scanned for secrets, and read by people. */
export interface DiagnosticContext {
  readonly schemaVersion: typeof diagnosticsSchemaVersion;
  /** Creation time, ISO 8601, on the platform's clock. */
  readonly timestamp: string;
  readonly tenantId: string;
  readonly role: ConsoleRole;
  /** Path without the query. */
  readonly route: string;
  /** Identifies this context in a support case. */
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
