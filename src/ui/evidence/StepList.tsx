import type { ReactNode } from 'react';
import { stepDone } from '../../domain/claims/proof.ts';
import { Glyph } from '../glyphs/Glyph.tsx';
import { claimMarks } from '../status/claimMarks.ts';
import './evidence.css';
import './verdict.css';

/** How far a step is. */
export type StepState = 'pending' | 'in_progress' | 'success' | 'error';

/** A step on the rail. */
export interface Step {
  readonly id: string;
  readonly title: string;
  /** One line of detail. */
  readonly detail?: ReactNode;
  readonly state: StepState;
  /** State and time in words: 'Done · 0.3 s', 'Available when online'. Default: the state. */
  readonly when?: string;
  /** 0 to 1: a progress bar, only if known. */
  readonly progress?: number;
}

function Mark({ id, state }: { readonly id: string; readonly state: StepState }) {
  if (state === 'success' || state === 'error') return <Glyph shape={stepDone(id, state)} size={20} />;
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      {state === 'pending' ? (
        <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="3 2.6" />
      ) : (
        <>
          <circle cx="10" cy="10" r="8" fill="none" stroke="var(--line-strong)" strokeWidth="2.5" />
          <path d="M10 2a8 8 0 0 1 8 8" fill="none" stroke="var(--accent-fg)" strokeWidth="2.5" strokeLinecap="round" />
        </>
      )}
    </svg>
  );
}

/** Consecutive steps on a rail that turns green behind completed ones (C-25). */
export function StepList({ steps, label = 'Steps' }: { readonly steps: readonly Step[]; readonly label?: string }) {
  return (
    <ol className="uk-steps" aria-label={label}>
      {steps.map(({ id, title, detail, state, when, progress }) => (
        <li key={id} data-state={state} {...claimMarks(stepDone(id, state))} aria-current={state === 'in_progress' ? 'step' : undefined}>
          <Mark id={id} state={state} />
          <div>
            <div className="uk-step-top">
              <b>{title}</b>
              <span className="uk-step-when">{when ?? stepDone(id, state).word}</span>
            </div>
            {progress !== undefined && (
              <span
                className="uk-progress"
                role="progressbar"
                aria-label={title}
                aria-valuemin={0}
                aria-valuemax={100}
                aria-valuenow={Math.round(progress * 100)}
              >
                <i style={{ width: `${Math.min(100, Math.max(0, progress * 100))}%` }} />
              </span>
            )}
            {detail !== undefined && <div className="uk-step-detail">{detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
