import { BookOpen } from 'lucide-react';
import { Link } from 'wouter';
import { screens } from '../../domain/screens.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { type Runbook, stepPath } from './runbooks.ts';

/** A runbook, step by step, each leading to the screen it is done on. Opens without the network. */
export function RunbookDialog({ runbook, onClose }: { readonly runbook: Runbook; readonly onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      icon={BookOpen}
      size="steps"
      title={runbook.title}
      description={runbook.sign}
      note="Kept with the console: it opens without the network."
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ol className="incident-steps">
        {runbook.steps.map(({ text, screen }) => (
          <li key={text}>
            <span>
              {text}
              {screen !== undefined && (
                <>
                  {' '}
                  <Link className="uk-link" href={stepPath(screen)}>
                    {screens[screen].title}
                  </Link>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
      <p className="incident-over">
        <b>It is over when</b> {runbook.over.charAt(0).toLowerCase() + runbook.over.slice(1)}
      </p>
    </Dialog>
  );
}
