import type { Claim } from '../../domain/claims/claim.ts';
import { claimMarks } from '../status/claimMarks.ts';
import { toneOf } from '../status/statuses.ts';
import type { Tone } from '../theme/names.ts';
import './meter.css';

const percent = (share: number) => `${Math.min(100, Math.max(0, share * 100))}%`;

/** A tone other than success, or a claim, which has its own tone (D-69). */
type MeterTone = Exclude<Tone, 'ok'> | Claim;
const toneMarks = (tone: MeterTone | undefined) =>
  typeof tone === 'object' ? { ...claimMarks(tone), 'data-tone': toneOf(tone) } : { 'data-tone': tone };

interface MeterProps {
  readonly value: number;
  readonly max: number;
  /** Drawn as a mark on the scale. */
  readonly limit?: number;
  readonly tone?: MeterTone;
  /** Accessible name: what is measured, with the value. */
  readonly label: string;
  readonly size?: 'sm' | 'lg';
}

/** A value on a scale, with its limit as a mark. */
export function Meter({ value, max, limit, tone, label, size = 'sm' }: MeterProps) {
  const scale = max > 0 ? max : 1;
  return (
    <span className="uk-meter" role="img" aria-label={label} {...toneMarks(tone)} data-size={size}>
      <i style={{ width: percent(value / scale) }} />
      {limit !== undefined && limit <= max && <u style={{ left: percent(limit / scale) }} />}
    </span>
  );
}

interface BarProps {
  /** 0 to 1. */
  readonly share: number;
  readonly tone?: MeterTone;
  readonly label: string;
  readonly size?: 'sm' | 'lg';
  /** 0 to 1: step of the single evergreen colour, for states that are neither good nor bad (LOOK, Charts). */
  readonly depth?: number;
}

/** A bar for a share of a whole. */
export function Bar({ share, tone, label, size = 'sm', depth = 1 }: BarProps) {
  return (
    <span className="uk-meter" role="img" aria-label={label} {...toneMarks(tone)} data-size={size}>
      {share > 0 && <i style={{ width: percent(share), opacity: depth }} />}
    </span>
  );
}

/** A level on a short scale: low, medium, high. */
export function Level({
  at,
  of: steps,
  label,
  tone,
}: {
  readonly at: number;
  readonly of: number;
  readonly label: string;
  readonly tone?: MeterTone;
}) {
  return (
    <span className="uk-level" role="img" aria-label={label} {...toneMarks(tone)}>
      {Array.from({ length: steps }, (_, step) => (
        <i key={step} data-on={step < at ? '' : undefined} />
      ))}
    </span>
  );
}
