import type { Ref } from 'react';
import { incidentResolved } from '../../domain/claims/records.ts';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { Account } from '../../ui/text/Who.tsx';
import { Moments } from '../../ui/time/Moments.tsx';
import type { EntryView } from './model.ts';

const resolved = { active: false, stillHeld: false, current: true } as const;

/** One line of a timeline. `first`: ref of the line that gets the focus after a fetch. */
export function TimelineEntry({ entry, first }: { readonly entry: EntryView; readonly first?: Ref<HTMLLIElement> }) {
  const { at, decidedAt, what, look, title, account, text, stillHeld, despite } = entry;
  return (
    <li data-look={look === 'resolved' ? 'ok' : look} {...(first === undefined ? {} : { ref: first, tabIndex: -1 })}>
      <Glyph shape={look === 'resolved' ? incidentResolved(title, resolved) : look} />
      <div>
        <p>
          <b>{title}</b>
          {account !== null && <Account id={account} />} <Moments at={at} decidedAt={decidedAt} as="when" what={what} />
        </p>
        {text !== '' && <p className="incident-text">{text}</p>}
        {stillHeld.length > 0 && (
          <p className="incident-text">
            <b>Still held:</b> {stillHeld.join('; ')}
          </p>
        )}
        {despite !== null && (
          <p className="incident-text">
            <b>{stillHeld.length > 0 ? 'Resolved anyway:' : 'Reason, if it still held:'}</b> {despite}
          </p>
        )}
      </div>
    </li>
  );
}
