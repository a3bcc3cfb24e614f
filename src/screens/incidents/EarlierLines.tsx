import { useEffect, useRef, useState } from 'react';
import { useApiQuery } from '../../bridge/reads/useApiQuery.ts';
import { incidentEndpoints, timelinePage } from '../../contracts/incidentEndpoints.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { earlierLabels, entryView, type Hole, holesIn } from './model.ts';
import { TimelineEntry } from './TimelineEntry.tsx';

interface EarlierLinesProps extends Hole {
  readonly incidentId: string;
}

/**
 * Shows how many lines are missing from a timeline, with a button that fetches the newest of them from the platform (G-20). Fetched lines
 * are stored with the rest.
 */
export function EarlierLines({ incidentId, after, before }: EarlierLinesProps) {
  /** The `before` at the time of pressing: lines written meanwhile form a hole of their own and do not shift the page. */
  const [pressedAt, setPressedAt] = useState<number | null>(null);
  if (pressedAt !== null)
    return (
      <>
        <EarlierPage incidentId={incidentId} after={after} before={pressedAt} />
        {before > pressedAt && <EarlierLines incidentId={incidentId} after={pressedAt - 1} before={before} />}
      </>
    );
  return (
    <li data-look="idle">
      <Glyph shape="idle" />
      <Button size="sm" onClick={() => setPressedAt(before)}>
        {earlierLabels({ after, before }, timelinePage)}
      </Button>
    </li>
  );
}

function EarlierPage({ incidentId, after, before }: EarlierLinesProps) {
  const read = useApiQuery(incidentEndpoints.incidentTimeline, { params: { incidentId }, query: { before, limit: timelinePage } });
  const lines = (read.data?.value.entries ?? []).filter(({ place }) => place > after && place < before).map(entryView);
  const came = lines.length > 0;
  // The pressed button disappears, so the focus moves to the first fetched line.
  const first = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (came) first.current?.focus();
  }, [came]);
  const problem = read.error?.problem ?? read.failureReason?.problem ?? null;
  if (!came)
    return (
      <li data-look="idle">
        <Glyph shape="idle" />
        <div role="status">
          <p className="uk-fg3">
            {problem === null ? 'Asking the platform for earlier lines…' : `Earlier lines are not on this device. ${problem.message}`}
          </p>
          {read.isError && (
            <Button size="sm" onClick={() => void read.refetch()}>
              Try again
            </Button>
          )}
        </div>
      </li>
    );
  const holes = new Map(holesIn(lines, after).map((hole) => [hole.before, hole]));
  return lines.map((entry, index) => {
    const hole = holes.get(entry.place);
    return [
      hole !== undefined && <EarlierLines key={`before ${entry.place}`} incidentId={incidentId} {...hole} />,
      <TimelineEntry key={entry.place} entry={entry} {...(index === 0 && { first })} />,
    ];
  });
}
