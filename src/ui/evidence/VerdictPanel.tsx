import type { ReactNode } from 'react';
import type { Answer, Claim } from '../../domain/claims/claim.ts';
import { Glyph, type PlainShape } from '../glyphs/Glyph.tsx';
import { claimMarks } from '../status/claimMarks.ts';
import type { Tone } from '../theme/names.ts';
import './evidence.css';
import './verdict.css';

/** A part of the verdict, judged and drawn by itself. */
export interface VerdictPart {
  readonly id: string;
  readonly title: string;
  /** The part's claim; unknown if it could not be checked. */
  readonly claim: Claim;
  /** What was compared, or why it could not be. */
  readonly proof: ReactNode;
  /** When it was checked, and on data as of when. */
  readonly when?: ReactNode;
}

interface VerdictPanelProps {
  /** The verdict; null before there is one: then `word` is shown and nothing is claimed. */
  readonly claim: Claim | null;
  readonly word?: string;
  readonly summary: ReactNode;
  readonly actions?: ReactNode;
  readonly parts: readonly VerdictPart[];
  /** Stacks the parts vertically, for drawers. */
  readonly stacked?: boolean;
}

/** An unknown result is never drawn as valid (D-8). */
const looks: Readonly<Record<Answer, { readonly tone: Tone; readonly part: string }>> = {
  yes: { tone: 'ok', part: 'passed' },
  no: { tone: 'bad', part: 'failed' },
  unknown: { tone: 'idle', part: 'not_checkable' },
};
/** All unknown results look the same, whatever they wait for. */
const shapeOf = (claim: Claim | null): PlainShape | Claim => (claim === null || claim.answer === 'unknown' ? 'pending' : claim);

/** The verdict and its independent parts, each with its own proof and time (D-8). Only failures are coloured. */
export function VerdictPanel({ claim, word = claim?.word ?? '', summary, actions, parts, stacked = false }: VerdictPanelProps) {
  const head = looks[claim?.answer ?? 'unknown'];
  return (
    <section
      className="uk-verdict"
      data-tone={head.tone}
      data-stacked={stacked ? '' : undefined}
      aria-label={`Verdict: ${word}`}
      {...(claim === null ? {} : claimMarks(claim))}
    >
      <div className="uk-verdict-head">
        <Glyph shape={shapeOf(claim)} size={26} />
        <div>
          <h3>{word}</h3>
          <p>{summary}</p>
        </div>
        {actions !== undefined && <div className="uk-actions">{actions}</div>}
      </div>
      {parts.length > 0 && (
        <ul className="uk-verdict-parts">
          {parts.map(({ id, title, claim: holds, proof, when }) => (
            <li key={id} data-part={looks[holds.answer].part} data-tone={looks[holds.answer].tone} {...claimMarks(holds)}>
              <h4>
                <Glyph shape={shapeOf(holds)} />
                {title}
                <span className="uk-verdict-word">{holds.word}</span>
              </h4>
              <p>
                {proof}
                {when !== undefined && (
                  <>
                    <br />
                    {when}
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
