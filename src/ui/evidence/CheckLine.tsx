import type { LinkCheck } from '../../domain/chainWords.ts';
import { linkHolds } from '../../domain/claims/proof.ts';
import { Glyph } from '../glyphs/Glyph.tsx';
import { Time } from '../time/Time.tsx';
import { claimMarks } from '../status/claimMarks.ts';
import './checkLine.css';

interface CheckLineProps {
  /** Null while it is being checked. */
  readonly check: LinkCheck | null;
  /** The record's id. */
  readonly about: string;
  /** When it was checked, epoch milliseconds; null until it was. */
  readonly at: number | null;
}

/** What a check of one record said, and when. */
export function CheckLine({ check, about, at }: CheckLineProps) {
  const claim = linkHolds(about, check);
  return (
    <div className="uk-check-line" data-look={check?.look ?? 'pending'} role="status" {...claimMarks(claim)}>
      <Glyph shape={claim} size={18} />
      <p>
        <b>{claim.word}</b> {check?.text}
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
