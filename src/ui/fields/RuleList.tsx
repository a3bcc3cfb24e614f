import { Glyph } from '../glyphs/Glyph.tsx';
import { VisuallyHidden } from '../text/VisuallyHidden.tsx';
import './ruleList.css';
import { ruleMet } from '../../domain/claims/told.ts';

interface RuleListProps {
  /** Accessible name. */
  readonly label: string;
  readonly rules: readonly { readonly id: string; readonly text: string; readonly met: boolean }[];
}

/** What a value must hold, each with whether it does: in shape, colour and, for readers, words. */
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
