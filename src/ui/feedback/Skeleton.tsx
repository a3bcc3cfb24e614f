import './feedback.css';

/** A static box of the final size; no shimmer, no spinner (LOOK). `block` adds 12 px below. */
export function Skeleton({ w, h, block = false }: { readonly w: number | string; readonly h: number | string; readonly block?: boolean }) {
  return <span className="uk-skeleton" data-block={block ? '' : undefined} style={{ width: w, height: h }} aria-hidden="true" />;
}
