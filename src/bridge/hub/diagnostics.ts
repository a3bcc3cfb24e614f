import type { DiagnosticContext } from '../../contracts/diagnostics.ts';
import { activeRoleOf } from '../../domain/accounts/access.ts';
import { diagnosticContext } from '../../domain/diagnostics/context.ts';
import { type PersonalDataReport, scanForPersonalData } from '../../domain/diagnostics/scan.ts';
import { activeRole } from '../acts/activeRole.ts';
import { hub } from './hub.ts';
import { hubStatus } from './pageState.ts';
import { telemetry } from './telemetry.ts';
import { serverNow } from './useServerNow.ts';

/** A context that may leave the device, with its text; or the report of personal data that prevents it (C-66). */
export type ScannedContext =
  | { readonly state: 'clean'; readonly context: DiagnosticContext; readonly text: string }
  | { readonly state: 'refused'; readonly report: PersonalDataReport }
  /** Nobody is signed in: there is no tenant and no role to report. */
  | { readonly state: 'nobody' };

/** Creates the diagnostic context of this page and scans it for personal data. Without a hub it contains no events. */
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
  // Kinds only: that the scan found something is useful, what it found must not be reported.
  if (report !== null)
    telemetry.tell({ name: 'diagnostics.refused', values: { kinds: report.findings.flatMap(({ kinds }) => kinds).join(' ') } });
  return report === null ? { state: 'clean', context, text: `${JSON.stringify(context, null, 2)}\n` } : { state: 'refused', report };
}

/** Result of a copy or a download. `failed` carries the wording of the base document (section 8). */
export type ContextOutcome =
  | { readonly state: 'done' }
  | { readonly state: 'refused'; readonly report: PersonalDataReport }
  | { readonly state: 'failed'; readonly message: 'Failed to copy context' | 'Failed to download context' };

/**
 * Copies the context. The clipboard is called within the user's press, with a promise of the text: Safari accepts nothing else, and no
 * browser waits long for one.
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
      blob.catch(() => undefined); // handled below
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

/** Offers the context as a file. `save` is the browser's download. */
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
