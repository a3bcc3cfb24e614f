import { ChevronRight } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { Href } from '../../domain/screens/link.ts';
import { Glyph } from '../glyphs/Glyph.tsx';
import { claimMarks } from '../status/claimMarks.ts';
import { type Mark, toneOf } from '../status/statuses.ts';
import type { ClockOf } from '../time/clock.tsx';
import { Time } from '../time/Time.tsx';
import { VisuallyHidden } from '../text/VisuallyHidden.tsx';
import './feedList.css';

/** One event; `at` is ISO 8601 or epoch milliseconds. */
export interface FeedItem {
  readonly id: string;
  readonly status: Mark;
  /** The status in words, for screen readers. */
  readonly statusWord: string;
  readonly title: string;
  readonly detail?: string;
  readonly at: string | number;
  /** Link of the line; without it the line is plain text. */
  readonly href?: Href;
  /** Already read: drawn muted. */
  readonly read?: boolean;
  /** Called when the link is followed. */
  readonly onOpen?: () => void;
}

interface FeedListProps {
  readonly items: readonly FeedItem[];
  /** The router's link; takes href, className and children. */
  readonly Link: ComponentType<{ href: Href; className: string; children: ReactNode; onClick?: () => void }>;
  readonly label: string;
  /** Actions of a line, beside the link and not part of it. */
  readonly acts?: (id: string) => ReactNode;
  /** Clock of the lines' times: people's acts use the real clock, which runs while the business day stands still (S-11). */
  readonly beside?: ClockOf;
}

/** Feed of events, newest first: glyph, text, time and link. */
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
