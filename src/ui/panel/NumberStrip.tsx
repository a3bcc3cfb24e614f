import type { ReactNode } from 'react';
import { Skeleton } from '../feedback/Skeleton.tsx';
import './numberStrip.css';

/** A figure with its unit and label, already formatted. */
export interface StripNumber {
  readonly value: ReactNode;
  readonly unit?: string;
  readonly label: string;
}

/** Numbers in a row: `line` across a page (inside a Card), `stacked` with labels in a drawer. */
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

/** Skeleton of a `line`, at its height, so that nothing moves when the numbers load. */
export function NumberStripSkeleton({ count }: { readonly count: number }) {
  return (
    <div className="uk-strip" aria-busy="true">
      {Array.from({ length: count }, (_, place) => (
        <div key={place}>
          <Skeleton w="60%" h={24} />
        </div>
      ))}
    </div>
  );
}
