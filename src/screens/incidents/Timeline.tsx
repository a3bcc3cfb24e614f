import { Fragment } from 'react';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { EarlierLines } from './EarlierLines.tsx';
import { type EntryView, holesIn } from './model.ts';
import { TimelineEntry } from './TimelineEntry.tsx';

/** A command from this device that the platform has not answered yet. */
export interface ComingEntry {
  readonly key: string;
  readonly title: string;
  readonly detail: string | null;
  readonly words: string;
}

interface TimelineProps {
  readonly incidentId: string;
  readonly entries: readonly EntryView[];
  readonly coming: readonly ComingEntry[];
}

/** The timeline in order, followed by pending commands. Missing earlier lines can be fetched. */
export function Timeline({ incidentId, entries, coming }: TimelineProps) {
  const holes = new Map(holesIn(entries).map((hole) => [hole.before, hole]));
  return (
    <ol className="incident-timeline">
      {entries.map((entry) => {
        const hole = holes.get(entry.place);
        return (
          <Fragment key={entry.place}>
            {/* Keyed by its start, because its end moves with each new line. */}
            {hole !== undefined && <EarlierLines key={`after ${hole.after}`} incidentId={incidentId} {...hole} />}
            <TimelineEntry entry={entry} />
          </Fragment>
        );
      })}
      {coming.map(({ key, title, detail, words }) => (
        <li key={key} data-look="pending">
          <Glyph shape="pending" />
          <div>
            <p>
              <b>{title}</b> <span className="uk-fg3">waiting to be sent</span>
            </p>
            {detail !== null && <p className="incident-text">{detail}</p>}
            <p className="uk-fg3">{words}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
