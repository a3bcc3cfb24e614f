import { RecordLink } from '../../bridge/address/RecordLink.tsx';
import type { Problem } from '../../contracts/problem.ts';
import type { VerificationDetail } from '../../contracts/verification.ts';
import { verificationStates } from '../../domain/operations/platformStates.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { Time } from '../../ui/time/Time.tsx';

interface RecordHistoryProps {
  readonly detail: VerificationDetail | null;
  readonly problem: Problem | null;
  readonly freshness: FreshnessState;
}

/** History of the record, newest first: the platform's notes, or the sealed states if there are none. */
export function RecordHistory({ detail, problem, freshness }: RecordHistoryProps) {
  const notes =
    detail === null
      ? []
      : detail.history.length > 0
        ? detail.history
        : detail.entries.map((entry): VerificationDetail['history'][number] => ({
            at: entry.timestamp,
            text: `Sealed as ${verificationStates[entry.status].word}`,
          }));
  return (
    <section className="vh-part" aria-label="History">
      <h3 className="uk-caption">
        History
        {detail !== null && (
          <span className="vh-asof">
            <FreshnessChip about="History" value={freshness} />
          </span>
        )}
      </h3>
      {detail === null ? (
        <p className="uk-small uk-fg2">{problem === null ? 'Asking the platform' : 'Not on this device. Available when online.'}</p>
      ) : (
        <ol className="vh-notes">
          {notes
            .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
            .map((note) => (
              <li key={`${note.at} ${note.text}`}>
                <Time at={note.at} as="whenSeconds" className="uk-fg3" />
                <span>
                  {note.text}
                  {note.by !== undefined && (
                    <span className="uk-fg2">
                      {' '}
                      By {note.by.name}, <span className="uk-mono">{note.by.id}</span>.
                    </span>
                  )}
                  {note.about !== undefined && (
                    <>
                      {' '}
                      <RecordLink kind={note.about.kind} id={note.about.id} />
                    </>
                  )}
                </span>
              </li>
            ))}
        </ol>
      )}
    </section>
  );
}
