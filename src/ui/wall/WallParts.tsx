import { type ReactNode, useEffect, useId, useState } from 'react';
import { formatAge, formatDayTime, formatWhen } from '../../domain/formatTime.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import { type FreshnessState, isLost } from '../../domain/freshness/freshness.ts';
import { notHeldLabels, unreadLabels } from '../../domain/unreadLabels.ts';
import type { PanelState } from '../../domain/freshness/panelState.ts';
import type { Problem } from '../../contracts/problem.ts';
import { heardLive } from '../../domain/claims/link.ts';
import { Glyph, type PlainShape } from '../glyphs/Glyph.tsx';
import { agedAt, claimMarks } from '../status/claimMarks.ts';
import { freshnessLabels } from '../status/FreshnessChip.tsx';
import { type Mark, toneOf } from '../status/statuses.ts';
import { useClockConfirmed, useNow, useZone } from '../time/clock.tsx';
import { useFigure } from './figures.tsx';
import './wall.css';
import './wallDashboards.css';

/** A figure that is no longer known keeps its number and loses its colour (LOOK, Idea). */
export const isLostOnWall = isLost;

/** A state as shape, word and colour. `was`: no longer known. */
export function WallBadge({
  status,
  was = false,
  children,
}: {
  /** Success only as a claim (D-69). */
  readonly status: Mark;
  readonly was?: boolean;
  /** The word; default: the claim's own. */
  readonly children?: ReactNode;
}) {
  const shown = was ? 'unknown' : status;
  return (
    <span className="wall-badge" {...(typeof status !== 'string' && !was && claimMarks(status))} data-tone={toneOf(shown)}>
      <Glyph shape={shown} />
      <span>{children ?? (typeof status === 'string' ? null : status.word)}</span>
    </span>
  );
}

/** The amber hourglass shows that it is stale; the text says since when. */
function ageLabels(value: FreshnessState, now: number, zone: string, sure: boolean): string {
  // The band above and the badge already say that it is halted.
  if (value.kind === 'halted') return `Since ${sure ? formatWhen(value.at, now, zone) : formatDayTime(value.at, zone)}`;
  if (value.kind === 'live') return freshnessLabels(value, 'short', now, zone, sure);
  return freshnessLabels(value.kind === 'stale' ? { ...value, kind: 'asOf' } : value, 'age', now, zone, sure);
}

/** Age of a figure: '4 s' while live, otherwise 'As of 14:02'. */
export function WallAge({ value, about = 'wall' }: { readonly value: FreshnessState; readonly about?: string }) {
  const now = useNow(1000);
  const zone = useZone();
  const sure = useClockConfirmed();
  const claim = heardLive(about, value);
  return (
    <span className="wall-age" data-fresh={value.kind} {...claimMarks(claim)}>
      <Glyph shape={claim} />
      <span>{ageLabels(value, now, zone, sure)}</span>
    </span>
  );
}

/** A number with its unit at less than half the size. */
export function WallValue({
  value,
  unit = '',
  prefix = '',
  size = 'lg',
  tone,
  lost = false,
}: {
  readonly value: string;
  readonly unit?: string;
  readonly prefix?: string;
  readonly size?: 'lg' | 'md' | 'sm';
  readonly tone?: 'bad';
  readonly lost?: boolean;
}) {
  return (
    <p className="wall-value" data-size={size} data-tone={lost ? undefined : tone} data-lost={lost ? '' : undefined}>
      {prefix !== '' && <small>{prefix}</small>}
      {value}
      {unit !== '' && <small>{unit}</small>}
    </p>
  );
}

/** A bar for a share, with its limit as a mark. */
export function WallBar({
  share,
  limit,
  tone,
  lost = false,
}: {
  readonly share: number;
  readonly limit?: number;
  readonly tone?: 'warn' | 'bad' | 'info' | Claim;
  readonly lost?: boolean;
}) {
  const percent = (part: number) => `${Math.min(100, Math.max(0, part * 100))}%`;
  return (
    <div
      className="wall-bar"
      data-tone={tone === undefined ? undefined : toneOf(tone)}
      data-lost={lost ? '' : undefined}
      aria-hidden="true"
    >
      <i style={{ width: percent(share) }} />
      {limit !== undefined && <b style={{ left: percent(limit) }} />}
    </div>
  );
}

interface WallTileProps {
  readonly title: string;
  readonly badge?: ReactNode;
  readonly freshness: FreshnessState;
  readonly tone?: 'warn' | 'bad' | undefined;
  /** Left side of the footer; the age is on the right. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** One item on the wall. Its age is always at the bottom right, and the frame includes it in its summary of figures. */
export function WallTile({ title, badge, freshness, tone, note, children }: WallTileProps) {
  const id = useId();
  useFigure(id, freshness);
  return (
    <section className="wall-tile" data-tone={tone} data-fresh={freshness.kind} data-at={agedAt(freshness)} aria-labelledby={id}>
      <div className="wall-tile-head">
        <h2 id={id}>{title}</h2>
        {badge}
      </div>
      {children}
      <div className="wall-tile-foot">
        <span className="wall-note">{note}</span>
        <WallAge value={freshness} about={title} />
      </div>
    </section>
  );
}

/** Shown in place of a dashboard. */
export function WallBlank({
  shape,
  title,
  children,
}: {
  readonly shape: PlainShape;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="wall-blank" role="status">
      <Glyph shape={shape} />
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}

/** Waits shorter than this are not announced, milliseconds. */
const saidAfterMs = 5_000;

/** Shown while content is missing: what is awaited, and for how long by the monotonic clock. Continues by itself; needs no user action. */
export function WallWaiting({
  title,
  what,
  shape = 'processing',
}: {
  readonly title: string;
  readonly what: string;
  /** `offline` after a failure, which is announced at once. */
  readonly shape?: 'processing' | 'offline';
}) {
  const [since] = useState(() => performance.now());
  const [waitedMs, setWaitedMs] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setWaitedMs(performance.now() - since), 1000);
    return () => clearInterval(timer);
  }, [since]);
  return (
    <WallBlank shape={shape} title={title}>
      {waitedMs < saidAfterMs && shape === 'processing'
        ? undefined
        : `${what.replace(/\.$/, '')}. Waiting for ${formatAge(waitedMs)}; this display keeps trying.`}
    </WallBlank>
  );
}

/** A dashboard over one resource, in each of its states. Needs no user action: failures are retried automatically. */
export function WallStates({
  state,
  problem,
  empty,
  later,
  freshness,
  unread,
  notHeld = 0,
  what = 'row',
  children,
}: {
  readonly state: PanelState;
  readonly problem: Problem | null;
  readonly empty: string;
  /** What will appear here, and when. */
  readonly later: string;
  /** Shown if an empty result is no longer current; the list may have rows by now. */
  readonly freshness: FreshnessState;
  /** Number of damaged rows on this display (F-25); shown below the others. */
  readonly unread: number;
  /** Number of rows that the platform counts but did not list. */
  readonly notHeld?: number;
  /** Name of one row. */
  readonly what?: string;
  readonly children: () => ReactNode;
}) {
  if (state === 'ready')
    return (
      <>
        {children()}
        {unread + notHeld > 0 && (
          <p className="wall-note wall-unread" data-unread={unread}>
            <Glyph shape="unknown" />
            <span>{unread > 0 ? unreadLabels(unread, what) : notHeldLabels(notHeld, what)}</span>
          </p>
        )}
      </>
    );
  if (state === 'empty' && isLost(freshness))
    return (
      <WallBlank shape="unknown" title="Not known now">
        {empty} when last known. <WallAge value={freshness} />
      </WallBlank>
    );
  if (state === 'empty')
    return (
      <WallBlank shape="idle" title={empty}>
        {later}
      </WallBlank>
    );
  if (state === 'loading') return <WallWaiting title="Waiting for the first figures" what="The platform has not answered yet" />;
  return <WallWaiting shape="offline" title="No figures yet" what={problem?.message ?? 'The platform has not answered'} />;
}
