import { ClipboardCopy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyContext } from '../../bridge/diagnostics.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { refusedLine } from '../../ui/feedback/RefusedContext.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';

/** How long 'Copied' stays on the button (I-19), milliseconds. */
const doneMs = 2000;

/** Copies what support needs to know of this page (C-11, C-51), or says why it may not leave (C-66). 'This device' shows it before. */
export function CopyContext() {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), doneMs);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async () => {
    const outcome = await copyContext();
    switch (outcome.state) {
      case 'done':
        setDone(true);
        announce('Context copied');
        return;
      case 'refused':
        toast({ tone: 'bad', title: outcome.report.message, text: refusedLine(outcome.report) });
        return;
      case 'failed':
        toast({ tone: 'bad', title: outcome.message, text: 'The browser refused access to the clipboard.' });
        return;
      default:
        outcome satisfies never;
    }
  };
  return (
    <Button icon={ClipboardCopy} done={done} onClick={() => void copy()}>
      {done ? 'Copied' : 'Copy context'}
    </Button>
  );
}
