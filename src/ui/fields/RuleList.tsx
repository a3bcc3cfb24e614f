import { Glyph } from '../glyphs/Glyph.tsx';
import { VisuallyHidden } from '../text/VisuallyHidden.tsx';
import './ruleList.css';
import { ruleMet } from '../../domain/claims/told.ts';

interface RuleListProps {
  /** Accessible name. */
  readonly label: string;
  readonly rules: readonly { readonly id: string; readonly text: string; readonly met: boolean }[];
}

/** Rules of a value, each marked as met or not by shape, colour and, for screen readers, words. */
export function RuleList({ label, rules }: RuleListProps) {
  return (
    <ul className="uk-rules" aria-label={label}>
      {rules.map(({ id, text, met }) => (
        <li key={id} data-met={met ? '' : undefined}>
          <Glyph shape={ruleMet(id, met)} />
          <span>
            {text}
            <VisuallyHidden>{met ? ', met' : ', not met yet'}</VisuallyHidden>
          </span>
        </li>
      ))}
    </ul>
  );
}
