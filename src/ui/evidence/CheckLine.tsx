import { Glyph } from '../glyphs/Glyph.tsx';
import { Time } from '../time/Time.tsx';
import './checkLine.css';

interface CheckLineProps {
  /** Null while it is being checked. */
  readonly check: { readonly look: 'ok' | 'bad' | 'idle'; readonly lead: string; readonly text: string } | null;
  /** When it was checked, epoch milliseconds; null until it was. */
  readonly at: number | null;
}

/** What a check of one record said, and when. */
export function CheckLine({ check, at }: CheckLineProps) {
  return (
    <div className="uk-check-line" data-look={check?.look ?? 'pending'} role="status">
      <Glyph shape={check === null ? 'pending' : check.look === 'idle' ? 'unknown' : check.look} size={18} />
      <p>
        <b>{check?.lead ?? 'Recomputing the seal.'}</b> {check?.text}
        {at !== null && (
          <>
            {' '}
            Checked <Time at={at} as="whenSeconds" beside="server" zone />.
          </>
        )}
      </p>
    </div>
  );
}
