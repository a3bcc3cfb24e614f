import { Skeleton } from '../../ui/feedback/Skeleton.tsx';

/** Skeleton of a page whose code is still loading: head, a row of cards, two panels. */
export function PageSkeleton() {
  return (
    <div className="app-skeleton" aria-hidden="true">
      <Skeleton w={220} h={24} block />
      <div className="app-skeleton-cards">
        {[0, 1, 2, 3].map((n) => (
          <Skeleton key={n} w="100%" h={182} />
        ))}
      </div>
      <div className="app-skeleton-panels">
        {[0, 1].map((n) => (
          <Skeleton key={n} w="100%" h={280} />
        ))}
      </div>
    </div>
  );
}
