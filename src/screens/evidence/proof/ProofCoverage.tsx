import { useState, type ReactNode } from 'react';
import type { ProofVerdict } from '../../../contracts/proofVerdict.ts';
import type { Leaf } from '../../../contracts/verdict.ts';
import { plural } from '../../../domain/format.ts';
import { proofCoveredLabels, proofFieldName, proofUncoveredLabels } from '../../../domain/records/proofLabels.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Time } from '../../../ui/time/Time.tsx';
import '../../../ui/evidence/coverage.css';

/** Rows shown at first: a pack of ten thousand files has thirty thousand values. */
const FIRST_ROWS = 30;
const MAX_ROWS = 500;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A value from the file; untrusted text is isolated with `<bdi>`. */
function valueView(value: Leaf): ReactNode {
  if (value === null || value === '') return 'None';
  if (typeof value === 'string' && isoTime.test(value)) return <Time at={value} as="dateTime" zone />;
  return <bdi className="uk-coverage-value">{String(value)}</bdi>;
}

/** Values of a proof that a signature, hash or seal covers, and separately those that nothing covers, with the reason (D-52). */
export function ProofCoverage({ verdict: { covers, notCovered, keysFrom } }: { readonly verdict: ProofVerdict }) {
  return (
    <section aria-label="Covered values" className="proof-section">
      <h3 className="uk-h3">Values not covered</h3>
      <p className="uk-small uk-fg2">In the file, but not covered by any signature, hash or seal.</p>
      <Values
        label="Values not covered"
        rows={notCovered.map(({ field, value, why, signed }) => ({
          field,
          value,
          why:
            signed === undefined ? (
              proofUncoveredLabels[why]
            ) : (
              <>
                signed was {valueView(signed.value)}, as of <Time at={signed.asOf} as="dateTime" zone />
              </>
            ),
        }))}
      />
      <div className="uk-coverage">
        <details>
          <summary>Show {plural(covers.length, 'covered value')}</summary>
          <Values
            label="Covered values"
            rows={covers.map(({ field, value, by }) => ({ field, value, why: proofCoveredLabels(by, keysFrom) }))}
          />
        </details>
      </div>
    </section>
  );
}

interface Row {
  readonly field: string;
  readonly value: Leaf;
  readonly why: ReactNode;
}

function Values({ label, rows }: { readonly label: string; readonly rows: readonly Row[] }) {
  const [all, setAll] = useState(false);
  const shown = rows.slice(0, all ? MAX_ROWS : FIRST_ROWS);
  if (rows.length === 0) return <p className="uk-small uk-fg2">Nothing.</p>;
  return (
    <div className="uk-coverage">
      <ul aria-label={label} className="proof-values">
        {shown.map(({ field, value, why }) => (
          <li key={field}>
            <b>{proofFieldName(field)}</b> {valueView(value)}
            <span className="uk-fg2">{why}</span>
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <div className="evidence-more">
          <span className="uk-small uk-fg3">
            Showing {shown.length} of {plural(rows.length, 'value')}
            {all && '; Save verdict has them all'}
          </span>
          {!all && (
            <Button size="sm" onClick={() => setAll(true)}>
              Show more
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
