import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { Moments } from '../../ui/time/Moments.tsx';
import type { EntryView } from './model.ts';
import { incidentResolved } from '../../domain/claims/records.ts';
import { Account } from '../../ui/text/Who.tsx';

/** Something decided on this device that the platform has not answered yet. */
export interface ComingEntry {
  readonly key: string;
  readonly title: string;
  readonly detail: string | null;
  readonly words: string;
}

const resolved = { active: false, stillHeld: false, current: true } as const;

/** What happened, in order, and below it what is on its way to be added. */
export function Timeline({ entries, coming }: { readonly entries: readonly EntryView[]; readonly coming: readonly ComingEntry[] }) {
  return (
    <ol className="incident-timeline">
      {entries.map(({ place, at, decidedAt, what, look, title, account, text, stillHeld, despite }) => (
        <li key={place} data-look={look === 'resolved' ? 'ok' : look}>
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
                <b>{stillHeld.length > 0 ? 'Resolved all the same:' : 'Reason given in case it still held:'}</b> {despite}
              </p>
            )}
          </div>
        </li>
      ))}
      {coming.map(({ key, title, detail, words }) => (
        <li key={key} data-look="pending">
          <Glyph shape="pending" />
          <div>
            <p>
              <b>{title}</b> <span className="uk-fg3">waiting to be sent</span>
            </p>
            {detail !== null && <p className="incident-text">{detail}</p>}
            <p className="uk-fg3">{words}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
