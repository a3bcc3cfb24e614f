import { useBackCloses } from '../../ui/overlay/backCloses.ts';
import { screenHref } from '../../domain/screens/link.ts';
import { useId } from 'react';
import { Link } from '../../bridge/address/Link.tsx';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { rowOf } from '../../domain/commands/commands.ts';
import { isUnsent } from '../../domain/outbox/item.ts';
import { screens } from '../../domain/screens/screens.ts';
import { useSessionStatus } from '../../bridge/hub/useHubStatus.ts';
import { OutboxRows } from './OutboxRows.tsx';
import { SaveUnsent, unsentOf } from './SaveUnsent.tsx';
import { UnsentBody } from './UnsentBody.tsx';

/**
 * The list under the outbox indicator: waiting or refused commands, the reasons, and the screens they were decided on; `items` null if
 * they cannot be read.
 */
export function UnsentList({ items, onClose }: { readonly items: readonly OutboxItem[] | null; readonly onClose: () => void }) {
  const headingId = useId();
  useBackCloses(true, onClose);
  const session = useSessionStatus();
  const waits = items === null || items.some(isUnsent);
  const places = [...new Set((items ?? []).map(({ command }) => rowOf(command).screen))];
  return (
    <section className="app-bell-list" aria-labelledby={headingId}>
      <div className="app-bell-head">
        <h2 className="uk-h2" id={headingId}>
          {waits ? 'Not sent yet' : 'Refused by the platform'}
        </h2>
        {places.map((id) => (
          <Link key={id} href={screenHref(id)} className="uk-link" onClick={onClose}>
            {screens[id].title}
          </Link>
        ))}
      </div>
      {items === null ? (
        <UnsentBody items={null} count={null} />
      ) : (
        <OutboxRows items={items} label={waits ? 'Actions not sent yet' : 'Refused actions'} />
      )}
      {items !== null && session.phase === 'signedIn' && (
        <div className="app-outbox-save">
          <SaveUnsent items={items} of={unsentOf(session.user, session.tenant)} small />
        </div>
      )}
    </section>
  );
}
