import { rem } from '../theme/units.ts';
import './feedback.css';

const lengthOf = (size: number | string): string => (typeof size === 'number' ? rem(size) : size);

/** A static box of the final size; no shimmer, no spinner (LOOK). `block` adds 12 px below. */
export function Skeleton({ w, h, block = false }: { readonly w: number | string; readonly h: number | string; readonly block?: boolean }) {
  return (
    <span
      className="uk-skeleton"
      data-block={block ? '' : undefined}
      style={{ width: lengthOf(w), height: lengthOf(h) }}
      aria-hidden="true"
    />
  );
}
