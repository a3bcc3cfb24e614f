import type { Tone } from '../theme/names.ts';
import './panel.css';

const percent = (share: number) => `${Math.min(100, Math.max(0, share * 100))}%`;

interface MeterProps {
  readonly value: number;
  readonly max: number;
  /** Drawn as a mark at its place. */
  readonly limit?: number;
  readonly tone?: Tone;
  /** Accessible: what is measured, with its figure. */
  readonly label: string;
  readonly size?: 'sm' | 'lg';
}

/** A value on a scale, with its limit as a mark. */
export function Meter({ value, max, limit, tone, label, size = 'sm' }: MeterProps) {
  const scale = max > 0 ? max : 1;
  return (
    <span className="uk-meter" role="img" aria-label={label} data-tone={tone} data-size={size}>
      <i style={{ width: percent(value / scale) }} />
      {limit !== undefined && limit <= max && <u style={{ left: percent(limit / scale) }} />}
    </span>
  );
}

interface BarProps {
  /** 0 to 1. */
  readonly share: number;
  readonly tone?: Tone;
  readonly label: string;
  readonly size?: 'sm' | 'lg';
  /** 0 to 1: a step of the one evergreen, for states that are not good or bad (LOOK, Charts). */
  readonly depth?: number;
}

/** A share of a whole. */
export function Bar({ share, tone, label, size = 'sm', depth = 1 }: BarProps) {
  return (
    <span className="uk-meter" role="img" aria-label={label} data-tone={tone} data-size={size}>
      {share > 0 && <i style={{ width: percent(share), opacity: depth }} />}
    </span>
  );
}

/** A step on a short scale: low, medium, high. */
export function Level({ at, of, label, tone }: { readonly at: number; readonly of: number; readonly label: string; readonly tone?: Tone }) {
  return (
    <span className="uk-level" role="img" aria-label={label} data-tone={tone}>
      {Array.from({ length: of }, (_, step) => (
        <i key={step} data-on={step < at ? '' : undefined} />
      ))}
    </span>
  );
}
