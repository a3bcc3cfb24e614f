import { Bar } from '../panel/Meter.tsx';
import './chart.css';

/** One bar with its texts. */
export interface BarItem {
  readonly id: string;
  readonly label: string;
  /** Muted text under the label. */
  readonly detail?: string;
  /** The figure, right of the label. */
  readonly value: string;
  /** 0 to 1, relative to the longest possible bar. */
  readonly share: number;
  /** 0 to 1: step of the single evergreen colour. */
  readonly depth?: number;
}

/** Figures of a few items, each with a bar; the texts say everything that the bars show. */
export function Bars({ label, items }: { readonly label: string; readonly items: readonly BarItem[] }) {
  return (
    <ul className="uk-bars" aria-label={label}>
      {items.map(({ id, label: name, detail, value, share, depth }) => (
        <li key={id}>
          <span className="uk-bars-name">{name}</span>
          <b>{value}</b>
          <Bar share={share} label={`${name}: ${value}`} size="lg" {...(depth === undefined ? {} : { depth })} />
          {detail !== undefined && <span className="uk-bars-detail">{detail}</span>}
        </li>
      ))}
    </ul>
  );
}
