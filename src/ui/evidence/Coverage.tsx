import type { ReactNode } from 'react';
import type { Leaf, RecordVerdict } from '../../contracts/verdict.ts';
import { valuesSigned } from '../../domain/claims/proof.ts';
import { fieldName, uncoveredLabels } from '../../domain/records/recordLabels.ts';
import { KeyValueList } from '../panel/KeyValueList.tsx';
import { ClaimBadge } from '../status/ClaimBadge.tsx';
import { Time } from '../time/Time.tsx';
import './coverage.css';

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A value from the record; untrusted text is isolated with `<bdi>`. */
function valueView(value: Leaf): ReactNode {
  if (value === null || value === '') return 'None';
  if (typeof value === 'string' && isoTime.test(value)) return <Time at={value} as="dateTime" zone />;
  return <bdi className="uk-coverage-value">{String(value)}</bdi>;
}

/** Values of a record that its signatures cover, and separately those that nobody has signed, with the reason (D-52). */
export function Coverage({ verdict }: { readonly verdict: RecordVerdict }) {
  const { recordId, covers, notCovered } = verdict;
  return (
    <div className="uk-coverage">
      <ClaimBadge claim={valuesSigned(recordId, verdict)} />
      {covers.length > 0 && (
        <details>
          <summary>Show the values</summary>
          <KeyValueList items={covers.map(({ field, value }) => ({ key: fieldName(field), value: valueView(value) }))} />
        </details>
      )}
      <h4 className="uk-caption">Not signed</h4>
      {notCovered.length === 0 ? (
        <p className="uk-fg2">Nothing: the record is signed as a whole.</p>
      ) : (
        <ul aria-label="Not signed">
          {notCovered.map(({ field, value, why, signed }) => (
            <li key={field}>
              <b>{fieldName(field)}</b> {valueView(value)}
              <span className="uk-fg2">
                {signed === undefined ? (
                  uncoveredLabels[why]
                ) : (
                  <>
                    signed was {valueView(signed.value)}, as of <Time at={signed.asOf} as="dateTime" zone />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
