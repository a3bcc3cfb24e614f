import { type PersonalDataKind, personalDataWords } from '../../domain/diagnostics/personalData.ts';
import type { PersonalDataReport } from '../../domain/diagnostics/scan.ts';
import { Banner } from './Banner.tsx';
import './refused.css';

const wordsOf = (kinds: readonly PersonalDataKind[]): string => kinds.map((kind) => personalDataWords[kind]).join(', ');

/** Why nothing left, where it stands and what it looks like; never what it says (C-66). */
export function RefusedContext({ report }: { readonly report: PersonalDataReport }) {
  return (
    <div className="uk-refused">
      <Banner tone="bad" lead={report.message}>
        Nothing was copied. Take it out of the address of this page, or leave the filter, and try again.
      </Banner>
      <ul aria-label="What looks like personal data">
        {report.findings.map(({ path, kinds }) => (
          <li key={path}>
            <code className="uk-mono">{path}</code>
            <span className="uk-fg2">looks like: {wordsOf(kinds)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The same in one line, for a message that passes. */
export function refusedLine({ findings }: PersonalDataReport): string {
  return findings.map(({ path, kinds }) => `${path}: ${wordsOf(kinds)}`).join('; ');
}
