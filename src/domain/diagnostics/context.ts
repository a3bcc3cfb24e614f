import type { ConsoleRole } from '../../contracts/access.ts';
import {
  type DiagnosticContext,
  type DiagnosticFilterField,
  diagnosticFilterFields,
  diagnosticsSchemaVersion,
} from '../../contracts/diagnostics.ts';
import type { HeardFrame } from '../../contracts/realtime/event.ts';
import { recentLimit } from '../ring.ts';

/** What the page knows when somebody asks for a context. */
export interface DiagnosticFacts {
  /** Epoch milliseconds on the platform's clock. */
  readonly now: number;
  readonly tenantId: string;
  readonly role: ConsoleRole;
  readonly path: string;
  /** The address's query, pair by pair. */
  readonly search: Iterable<readonly [string, string]>;
  readonly correlationId: string;
  /** Redacted already (C-67); only type, time and size are taken of them. */
  readonly events: readonly HeardFrame[];
  readonly metadata: DiagnosticContext['metadata'];
}

/** How the addresses of the screens name what the document allows; `id` is what the screen lists. */
const addressNames: Readonly<Record<string, DiagnosticFilterField>> = {
  pack: 'packId',
  site: 'siteCode',
  code: 'errorCode',
  status: 'status',
};
const idNames: Readonly<Record<string, DiagnosticFilterField>> = { '/operations/verifications': 'vrfId', '/operations/evidence': 'packId' };

/** The allowed filters of an address (C-51). Everything else, what was typed into a search above all, stays here. */
export function allowedFilters(path: string, search: Iterable<readonly [string, string]>): DiagnosticContext['filters'] {
  const filters: Partial<Record<DiagnosticFilterField, string>> = {};
  for (const [name, value] of search) {
    const field =
      diagnosticFilterFields.find((each) => each === name) ??
      (Object.hasOwn(addressNames, name) ? addressNames[name] : undefined) ??
      (name === 'id' ? idNames[path] : undefined);
    if (field !== undefined && value !== '') filters[field] = value.slice(0, 200);
  }
  return filters;
}

/** Makes the context (C-51). It is not searched yet: `scanForPersonalData` says whether it may leave. */
export function diagnosticContext(facts: DiagnosticFacts): DiagnosticContext {
  const { now, tenantId, role, path, search, correlationId, events, metadata } = facts;
  return {
    schemaVersion: diagnosticsSchemaVersion,
    timestamp: new Date(now).toISOString(),
    tenantId,
    role,
    route: path,
    correlationId,
    filters: allowedFilters(path, search),
    recentEvents: events.slice(-recentLimit).map(({ type, ts, data }) => ({
      event: type,
      timestamp: Date.parse(ts),
      isoTimestamp: ts,
      size: bytesOf(JSON.stringify(data)),
    })),
    metadata,
  };
}

/** The length of a text in UTF-8, which is what travelled. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}
