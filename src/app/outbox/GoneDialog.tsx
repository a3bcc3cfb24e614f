import { hub } from '../../bridge/hub/hub.ts';
import type { UnsentGone } from '../../contracts/rpc.ts';
import { goneLabels } from '../../domain/outbox/goneLabels.ts';
import { detailOf, titleOf } from '../../domain/commands/commands.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { SaveUnsent } from './SaveUnsent.tsx';
import './outbox.css';

/** Unsent commands that could not stay on this device, by name and time, to be saved before they are dropped. */
export function GoneDialog({ gone }: { readonly gone: UnsentGone }) {
  const { items, person, tenant } = gone;
  const { title, description, unread } = goneLabels(gone);
  return (
    <Dialog
      open
      role="alertdialog"
      closable={false}
      onClose={() => void hub.dismissGone()}
      title={title}
      description={description}
      actions={
        <>
          {items.length > 0 && <SaveUnsent items={items} of={{ person, tenant }} />}
          <Button kind="primary" onClick={() => void hub.dismissGone()}>
            Close
          </Button>
        </>
      }
    >
      {items.length > 0 && (
        <ul className="app-outbox" aria-label="Not sent and not kept">
          {items.map((item) => (
            <li key={item.key}>
              <div className="app-outbox-head">
                <b>{titleOf(item.command)}</b>
              </div>
              {detailOf(item.command) !== null && <p className="uk-fg2 app-outbox-ids">{detailOf(item.command)}</p>}
              <p className="uk-fg3">
                Decided <Time at={item.decidedAt} as="when" beside="server" inRow />
                {item.maybeDone && '. It was sent, but no answer came: it may have taken effect'}
              </p>
            </li>
          ))}
        </ul>
      )}
      {unread !== null && <p className="uk-fg2">{unread}</p>}
    </Dialog>
  );
}
