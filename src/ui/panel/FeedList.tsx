import { ChevronRight } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Glyph } from '../glyphs/Glyph.tsx';
import { claimMarks } from '../status/claimMarks.ts';
import { type Mark, toneOf } from '../status/statuses.ts';
import type { ClockOf } from '../time/clock.tsx';
import { Time } from '../time/Time.tsx';
import { VisuallyHidden } from '../text/VisuallyHidden.tsx';
import './panel.css';

export interface FeedItem {
  readonly id: string;
  readonly status: Mark;
  /** The status in words, for readers. */
  readonly statusWord: string;
  readonly title: string;
  readonly detail?: string;
  readonly at: string | number;
  /** Where the line leads; without it the line is no link. */
  readonly href?: string;
  /** It has been dealt with: drawn quieter than the others. */
  readonly read?: boolean;
  /** Its way was taken. */
  readonly onOpen?: () => void;
}

interface FeedListProps {
  readonly items: readonly FeedItem[];
  /** The router's link; takes href, className and children. */
  readonly Link: ComponentType<{ href: string; className: string; children: ReactNode; onClick?: () => void }>;
  readonly label: string;
  /** What can be done about a line, beside its way (feed acts are no part of the link). */
  readonly acts?: (id: string) => ReactNode;
  /** By whose clock the lines were written: people's acts by the real one, which goes on while the day stands still (S-11). */
  readonly beside?: ClockOf;
}

/** Lines of what happened, newest first: glyph, text, time, and the way there. */
export function FeedList({ items, Link, label, acts, beside = 'business' }: FeedListProps) {
  return (
    <ul className="uk-feed" aria-label={label}>
      {items.map(({ id, status, statusWord, title, detail, at, href, read = false, onOpen }) => {
        const line = (
          <>
            <Glyph shape={status} />
            <div className={detail === undefined ? 'uk-clip' : undefined}>
              <VisuallyHidden>
                {read && 'Read. '}
                {statusWord}:{' '}
              </VisuallyHidden>
              {detail === undefined ? (
                title
              ) : (
                <>
                  <b>{title}</b>
                  <span>{detail}</span>
                </>
              )}
            </div>
            <Time at={at} as="when" beside={beside} inRow className="uk-feed-at" />
            {href !== undefined && <ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" />}
          </>
        );
        return (
          <li key={id} {...(typeof status !== 'string' && claimMarks(status))} data-tone={toneOf(status)} data-read={read ? '' : undefined}>
            {href === undefined ? (
              <div className="uk-feed-line">{line}</div>
            ) : (
              <Link href={href} className="uk-feed-line" {...(onOpen !== undefined && { onClick: onOpen })}>
                {line}
              </Link>
            )}
            {acts?.(id)}
          </li>
        );
      })}
    </ul>
  );
}
