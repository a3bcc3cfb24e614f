import { Card } from '../panel/Card.tsx';
import { Skeleton } from './Skeleton.tsx';
import './skeletonShapes.css';

/** Widths of still text, so that it does not look like a bar chart. */
const widths = [92, 78, 86, 64, 72];

/** A table that is on its way: a head and so many rows and columns of still boxes. Its container says what is loading (`aria-busy`). */
export function SkeletonTable({
  rows = 5,
  columns = 4,
  label,
}: {
  readonly rows?: number;
  readonly columns?: number;
  readonly label: string;
}) {
  const cells = Array.from({ length: columns }, (_, column) => column);
  return (
    <div
      className="uk-skeleton-table"
      role="status"
      aria-busy="true"
      aria-label={label}
      style={{ gridTemplateRows: `32px repeat(${rows}, 36px)` }}
    >
      {Array.from({ length: rows + 1 }, (_, row) => (
        <div key={row} style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
          {cells.map((column) => (
            <Skeleton key={column} w={`${row === 0 ? 40 : (widths[(row + column) % widths.length] ?? 80) * 0.8}%`} h={row === 0 ? 9 : 11} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** A card that is on its way: a title and so many lines. */
export function SkeletonCard({ lines = 3, label }: { readonly lines?: number; readonly label: string }) {
  return (
    <Card as="div">
      <div className="uk-skeleton-card" role="status" aria-busy="true" aria-label={label}>
        <Skeleton w="38%" h={14} />
        {Array.from({ length: lines }, (_, line) => (
          <Skeleton key={line} w={`${line === lines - 1 ? 56 : (widths[line % widths.length] ?? 80)}%`} h={11} />
        ))}
      </div>
    </Card>
  );
}
