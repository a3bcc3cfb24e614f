import { Card } from '../panel/Card.tsx';
import { Skeleton } from './Skeleton.tsx';
import './skeletonShapes.css';

/** Varying widths of placeholder text, percent, so that it does not look like a bar chart. */
const widths = [92, 78, 86, 64, 72];

/** Skeleton of a table: a header and rows of static boxes. Its container names what is loading (`aria-busy`). */
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
      style={{ gridTemplateRows: `2rem repeat(${rows}, 2.25rem)` }}
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

/** Skeleton of a card: a title and lines. */
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
