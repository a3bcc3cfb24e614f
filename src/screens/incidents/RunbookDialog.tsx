import { BookOpen } from 'lucide-react';
import { Link } from '../../bridge/address/Link.tsx';
import { usePerson } from '../../bridge/acts/useMay.ts';
import { screenHref } from '../../domain/screens/link.ts';
import { mayOpen, screens } from '../../domain/screens/screens.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { Runbook } from './runbooks.ts';

/** A runbook step by step, each linked to the screen where it is done. Opens offline. */
export function RunbookDialog({ runbook, onClose }: { readonly runbook: Runbook; readonly onClose: () => void }) {
  const held = usePerson()?.permissions ?? null;
  return (
    <Dialog
      open
      inAddress
      onClose={onClose}
      icon={BookOpen}
      size="steps"
      title={runbook.title}
      description={runbook.sign}
      note="Kept with the console: works offline."
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
                  {mayOpen(screen, held) ? (
                    <Link className="uk-link" href={screenHref(screen)}>
                      {screens[screen].title}
                    </Link>
                  ) : (
                    <span className="uk-fg3">{screens[screen].title}, which your role may not open</span>
                  )}
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
