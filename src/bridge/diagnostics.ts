import type { DiagnosticContext } from '../contracts/diagnostics.ts';
import { activeRoleOf } from '../domain/access.ts';
import { diagnosticContext } from '../domain/diagnostics/context.ts';
import { type PersonalDataReport, scanForPersonalData } from '../domain/diagnostics/scan.ts';
import { activeRole } from './activeRole.ts';
import { hub } from './hub.ts';
import { hubStatus } from './pageState.ts';
import { telemetry } from './telemetry.ts';
import { serverNow } from './useServerNow.ts';

/** A context that may leave, as the text that leaves; or the report of what must not (C-66). */
export type ScannedContext =
  | { readonly state: 'clean'; readonly context: DiagnosticContext; readonly text: string }
  | { readonly state: 'refused'; readonly report: PersonalDataReport }
  /** Nobody is signed in: there is no tenant and no role to speak of. */
  | { readonly state: 'nobody' };

/** Makes the diagnostic context of this page as it stands now, and searches it. The hub may be gone: then it holds no events. */
export async function scannedContext(): Promise<ScannedContext> {
  const { session } = hubStatus.get();
  if (session.phase !== 'signedIn') return { state: 'nobody' };
  const events = await hub.recentEvents();
  const context = diagnosticContext({
    now: serverNow(),
    tenantId: session.user.tenantId,
    role: activeRoleOf(session.user.role, activeRole.get()),
    path: location.pathname,
    search: new URLSearchParams(location.search),
    correlationId: crypto.randomUUID(),
    events: events.ok ? events.value : [],
    metadata: {
      userAgent: navigator.userAgent,
      screenResolution: `${screen.width}x${screen.height}`,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      language: navigator.language,
    },
  });
  const report = scanForPersonalData(context);
  // By kinds alone: that a scan found something is worth knowing, what it found is not to be told.
  if (report !== null)
    telemetry.tell({ name: 'diagnostics.refused', values: { kinds: report.findings.flatMap(({ kinds }) => kinds).join(' ') } });
  return report === null ? { state: 'clean', context, text: `${JSON.stringify(context, null, 2)}\n` } : { state: 'refused', report };
}

/** What became of a copy or a download. `failed` carries the document's words (section 8). */
export type ContextOutcome =
  | { readonly state: 'done' }
  | { readonly state: 'refused'; readonly report: PersonalDataReport }
  | { readonly state: 'failed'; readonly message: 'Failed to copy context' | 'Failed to download context' };

/**
 * Copies the context. The clipboard is asked within the press, with a promise of the text: some browsers take no other (Safari), and none waits
 * long for one.
 */
export async function copyContext(): Promise<ContextOutcome> {
  const scanned = scannedContext();
  const failed = { state: 'failed', message: 'Failed to copy context' } as const;
  try {
    if (typeof ClipboardItem === 'function') {
      const blob = scanned.then((one) => {
        if (one.state !== 'clean') throw new Error('not to be copied');
        return new Blob([one.text], { type: 'text/plain' });
      });
      blob.catch(() => undefined); // told below, by its reason
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]).catch(async () => {
        const one = await scanned;
        if (one.state === 'clean') await navigator.clipboard.writeText(one.text);
      });
    } else {
      const one = await scanned;
      if (one.state === 'clean') await navigator.clipboard.writeText(one.text);
    }
    const one = await scanned;
    if (one.state === 'refused') return one;
    return one.state === 'clean' ? { state: 'done' } : failed;
  } catch {
    return failed;
  }
}

/** Hands the context out as a file. `save` is the browser's own download. */
export async function downloadContext(save: (name: string, content: Blob) => void): Promise<ContextOutcome> {
  try {
    const one = await scannedContext();
    if (one.state === 'refused') return one;
    if (one.state !== 'clean') return { state: 'failed', message: 'Failed to download context' };
    const at = one.context.timestamp.slice(0, 19).replaceAll(/[-:]/g, '');
    save(`diagnostic-context-${at}Z.json`, new Blob([one.text], { type: 'application/json' }));
    return { state: 'done' };
  } catch {
    return { state: 'failed', message: 'Failed to download context' };
  }
}
