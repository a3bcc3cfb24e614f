import { hub } from '../../bridge/hub.ts';
import type { UnsentGone } from '../../contracts/rpc.ts';
import { plural } from '../../domain/format.ts';
import { detailOf, titleOf } from '../../domain/outbox/words.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { SaveUnsent } from './SaveUnsent.tsx';
import './outbox.css';

/** What happened before the platform had received them. */
const before = {
  access: (tenant: string) =>
    `Your access to ${tenant} changed or was ended before the platform received them. They cannot be sent from here any more.`,
  removed: () =>
    'What this device had stored was removed, by the browser or by hand, before the platform received them, and they could not be stored again. They have to be decided again.',
} as const;

/** Decisions that were not sent and could not stay on this device, by name and time, to be saved before they are forgotten. */
export function GoneDialog({ gone }: { readonly gone: UnsentGone }) {
  const { items, unread, person, tenant, why } = gone;
  return (
    <Dialog
      open
      role="alertdialog"
      closable={false}
      onClose={() => void hub.dismissGone()}
      title={
        items.length === 0 ? 'Actions that were not sent could not be kept' : `${plural(items.length, 'action')} not sent and not kept`
      }
      description={`${before[why](tenant)}${items.length > 0 ? ' Save them if you need them: once this is closed they are gone.' : ''}`}
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
                Decided <Time at={item.decidedAt} as="when" />
                {item.maybeDone && '. It was sent, but no answer came: it may have taken effect'}
              </p>
            </li>
          ))}
        </ul>
      )}
      {unread !== 0 && (
        <p className="uk-fg2">
          {unread === null
            ? 'What was waiting could not be read, so that it cannot be shown.'
            : `${plural(unread, 'more action')} could not be read, behind a lock or damaged, and cannot be shown.`}
        </p>
      )}
    </Dialog>
  );
}
