import type { ReactNode } from 'react';
import './panel.css';

export interface StripNumber {
  readonly value: ReactNode;
  readonly unit?: string;
  readonly label: string;
}

/** Numbers in a row: `line` across a page (inside a Card), `stacked` under their labels in a drawer. */
export function NumberStrip({ items, kind = 'line' }: { readonly items: readonly StripNumber[]; readonly kind?: 'line' | 'stacked' }) {
  return (
    <dl className="uk-strip" data-kind={kind}>
      {items.map(({ value, unit, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {unit !== undefined && <small>{unit}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
