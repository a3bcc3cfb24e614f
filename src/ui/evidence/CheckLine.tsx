import type { LinkCheck } from '../../domain/records/chainLabels.ts';
import { linkHolds } from '../../domain/claims/proof.ts';
import { Glyph } from '../glyphs/Glyph.tsx';
import { Time } from '../time/Time.tsx';
import { claimMarks } from '../status/claimMarks.ts';
import './checkLine.css';

interface CheckLineProps {
  /** Null while the check runs. */
  readonly check: LinkCheck | null;
  /** The record's id. */
  readonly about: string;
  /** Time of the check, epoch milliseconds; null before. */
  readonly at: number | null;
}

/** Result and time of the check of one record. */
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
