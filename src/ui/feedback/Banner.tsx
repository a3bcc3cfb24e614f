import type { ReactNode } from 'react';
import { Glyph } from '../glyphs/Glyph.tsx';
import './feedback.css';

/** `offline` is neutral with an amber diamond: a condition, not an alarm. */
export type BannerTone = 'warn' | 'bad' | 'info' | 'offline';

interface BannerProps {
  readonly tone: BannerTone;
  /** Bold text at the start. */
  readonly lead: string;
  readonly children?: ReactNode;
  /** Muted text after the sentence. */
  readonly detail?: ReactNode;
  /** Age of the figures in it (D-15): a FreshnessChip. */
  readonly age?: ReactNode;
  /** One action. */
  readonly action?: ReactNode;
  /** Full width, directly under the top bar. */
  readonly strip?: boolean;
}

/** One important line. Order of several: kill switch, offline, attention (LOOK). */
export function Banner({ tone, lead, children, detail, age, action, strip = false }: BannerProps) {
  const role = tone === 'bad' ? 'alert' : 'status';
  // An age changes every second, so only the sentence beside it is announced.
  const aged = age !== undefined;
  return (
    <div className="uk-banner" data-tone={tone} data-strip={strip ? '' : undefined} role={aged ? undefined : role}>
      <Glyph shape={tone} size={15} />
      <p>
        <span role={aged ? role : undefined}>
          <b>{lead}</b> {children}
        </span>
        {detail !== undefined && <span className="uk-banner-detail">{detail}</span>}
        {age}
      </p>
      {action}
    </div>
  );
}
