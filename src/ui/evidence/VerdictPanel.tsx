import type { ReactNode } from 'react';
import { Glyph, type GlyphShape } from '../glyphs/Glyph.tsx';
import type { Tone } from '../theme/names.ts';
import './evidence.css';

export type PartState = 'passed' | 'failed' | 'not_checkable';

export interface VerdictPart {
  readonly id: string;
  readonly title: string;
  readonly state: PartState;
  /** What was compared, or why it could not be. */
  readonly proof: ReactNode;
  /** When, and as of when. */
  readonly when?: ReactNode;
}

interface VerdictPanelProps {
  /** `idle` while a part is not checkable: nothing unknown is drawn as valid (D-8). */
  readonly tone: 'ok' | 'bad' | 'idle';
  readonly word: string;
  readonly summary: ReactNode;
  readonly actions?: ReactNode;
  readonly parts: readonly VerdictPart[];
  /** Parts under each other: in a drawer. */
  readonly stacked?: boolean;
}

const looks: Readonly<Record<PartState, { readonly shape: GlyphShape; readonly tone: Tone; readonly word: string }>> = {
  passed: { shape: 'ok', tone: 'ok', word: 'Passed' },
  failed: { shape: 'bad', tone: 'bad', word: 'Failed' },
  not_checkable: { shape: 'pending', tone: 'idle', word: 'Not checked' },
};
const heads: Readonly<Record<VerdictPanelProps['tone'], GlyphShape>> = { ok: 'ok', bad: 'bad', idle: 'pending' };

/** The verdict and its independent parts, each with its own proof and time (D-8). Only what failed is coloured. */
export function VerdictPanel({ tone, word, summary, actions, parts, stacked = false }: VerdictPanelProps) {
  return (
    <section className="uk-verdict" data-tone={tone} data-stacked={stacked ? '' : undefined} aria-label={`Verdict: ${word}`}>
      <div className="uk-verdict-head">
        <Glyph shape={heads[tone]} size={26} />
        <div>
          <h3>{word}</h3>
          <p>{summary}</p>
        </div>
        {actions !== undefined && <div className="uk-actions">{actions}</div>}
      </div>
      {parts.length > 0 && (
        <ul className="uk-verdict-parts">
          {parts.map(({ id, title, state, proof, when }) => (
            <li key={id} data-part={state} data-tone={looks[state].tone}>
              <h4>
                <Glyph shape={looks[state].shape} />
                {title}
                <span className="uk-verdict-word">{looks[state].word}</span>
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
