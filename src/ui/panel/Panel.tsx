import { type ReactNode, useId } from 'react';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { FreshnessChip } from '../status/FreshnessChip.tsx';
import { Card } from './Card.tsx';
import { agedAt } from '../status/claimMarks.ts';

interface PanelProps {
  readonly title: ReactNode;
  /** Muted text after the title. */
  readonly note?: ReactNode;
  /** Right side of the header, before the freshness. */
  readonly aside?: ReactNode;
  /** Age of the content; always last in the header (D-15). */
  readonly freshness?: FreshnessState;
  readonly footer?: ReactNode;
  /** 16 px padding; without it the content reaches the edges. */
  readonly pad?: boolean;
  readonly level?: 2 | 3;
  readonly busy?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A card with a header: title on the left, age on the right. */
export function Panel({ title, note, aside, freshness, footer, pad = false, level = 2, busy = false, className, children }: PanelProps) {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <Card at={agedAt(freshness)} className={`uk-panel${className === undefined ? '' : ` ${className}`}`} labelledBy={id} busy={busy}>
      <div className="uk-panel-head">
        <Heading className="uk-h2" id={id}>
          {title}
        </Heading>
        {note !== undefined && <span className="uk-fg3 uk-clip">{note}</span>}
        <span className="uk-sp" />
        {aside}
        {freshness !== undefined && <FreshnessChip value={freshness} {...(typeof title === 'string' && { about: title })} />}
      </div>
      <div className="uk-panel-body" data-pad={pad ? '' : undefined}>
        {children}
      </div>
      {footer !== undefined && <div className="uk-panel-foot">{footer}</div>}
    </Card>
  );
}
