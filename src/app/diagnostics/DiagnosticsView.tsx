import { Copy, Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ScannedContext } from '../../bridge/hub/diagnostics.ts';
import { plural } from '../../domain/format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { RefusedContext } from '../../ui/feedback/RefusedContext.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import type { Diagnostics } from './useDiagnostics.ts';
import './diagnostics.css';

/** Shows the diagnostic context for support before it leaves the device, or why it may not (C-51, C-66). */
export function DiagnosticsView({ diagnostics: { scanned, outcome, report } }: { readonly diagnostics: Diagnostics }) {
  return (
    <div className="diagnostics">
      {report !== null && <RefusedContext report={report} />}
      {outcome?.state === 'failed' && (
        <Banner tone="bad" lead={outcome.message}>
          {outcome.message === 'Failed to copy context'
            ? 'The browser refused the clipboard. It can still be downloaded.'
            : 'It can still be copied.'}
        </Banner>
      )}
      <Preview scanned={scanned} />
    </div>
  );
}

/** The two ways to export it: download and copy. */
export function DiagnosticsActs({ diagnostics: { done, copy, download } }: { readonly diagnostics: Diagnostics }) {
  const main = useRef<HTMLButtonElement>(null);
  // The button that led here is gone: move the focus to the main action.
  useEffect(() => main.current?.focus(), []);
  return (
    <>
      <Button icon={Download} done={done === 'download'} onClick={download}>
        Download
      </Button>
      <Button ref={main} kind="primary" icon={Copy} done={done === 'copy'} onClick={copy}>
        {done === 'copy' ? 'Copied' : 'Copy context'}
      </Button>
    </>
  );
}

function Preview({ scanned }: { readonly scanned: ScannedContext | null }) {
  if (scanned === null) return <Skeleton w="100%" h={280} block />;
  if (scanned.state === 'nobody') return <p>Sign in first: diagnostics belong to an organisation.</p>;
  if (scanned.state === 'refused') return null;
  const { recentEvents } = scanned.context;
  return (
    <>
      <p className="uk-small uk-fg2">
        Searched for personal data: nothing found. {plural(recentEvents.length, 'event')} by kind, time and size. It is created again when
        copied.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <pre className="diagnostics-text" tabIndex={0} aria-label="The context" role="region">
        {scanned.text}
      </pre>
    </>
  );
}
