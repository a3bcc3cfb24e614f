import { ClipboardCopy } from 'lucide-react';
import { copyContext } from '../../bridge/hub/diagnostics.ts';
import { AsyncButton } from '../../ui/controls/AsyncButton.tsx';
import { refusedLine } from '../../ui/feedback/RefusedContext.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';

const words = { idle: 'Copy context', loading: 'Copying...', success: 'Copied', error: 'Not copied' };

async function copy(): Promise<{ readonly ok: boolean }> {
  const outcome = await copyContext();
  switch (outcome.state) {
    case 'done':
      break;
    case 'refused':
      toast({ tone: 'bad', title: outcome.report.message, text: refusedLine(outcome.report) });
      break;
    case 'failed':
      toast({ tone: 'bad', title: outcome.message, text: 'The browser refused access to the clipboard.' });
      break;
    default:
      outcome satisfies never;
  }
  return { ok: outcome.state === 'done' };
}

/**
 * Copies the page's context for support (C-11, C-51), or says why it may not be copied (C-66). 'This device' shows the content
 * beforehand.
 */
export function CopyContext() {
  return <AsyncButton icon={ClipboardCopy} words={words} act={copy} told={{ success: 'Context copied' }} />;
}
