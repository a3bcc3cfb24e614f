import { type PersonalDataKind, personalDataLabels } from '../../domain/diagnostics/personalData.ts';
import type { PersonalDataReport } from '../../domain/diagnostics/scan.ts';
import { Banner } from './Banner.tsx';
import './refused.css';

const wordsOf = (kinds: readonly PersonalDataKind[]): string => kinds.map((kind) => personalDataLabels[kind]).join(', ');

/** Why nothing was copied, where the personal data is and of what kind; never the data itself (C-66). */
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

/** The same in one line, for a toast. */
export function refusedLine({ findings }: PersonalDataReport): string {
  return findings.map(({ path, kinds }) => `${path}: ${wordsOf(kinds)}`).join('; ');
}
