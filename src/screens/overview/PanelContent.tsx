import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { plural } from '../../domain/format.ts';
import { lazyPart } from '../../ui/feedback/lazyPart.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { NothingHeld } from '../../ui/page/NothingHeld.tsx';
import type { Resource } from './queries.ts';

/** Loaded only when a row is damaged. */
const { Part: UnreadLine } = lazyPart(() => import('../../ui/page/UnreadLine.tsx').then(({ UnreadLine: component }) => component));

const nothing = () => undefined;

interface PanelContentProps<T> {
  readonly resource: Resource<T>;
  readonly skeleton: ReactNode;
  readonly empty: { readonly icon: LucideIcon; readonly title: string; readonly text: string };
  readonly children: (value: NonNullable<T>) => ReactNode;
}

/** Content of a panel in each state: skeleton, empty, error, or the data. */
export function PanelContent<T>({ resource, skeleton, empty, children }: PanelContentProps<T>) {
  const { state, value, problem, unread, cameDamaged, retry } = resource;
  if (state === 'ready' && value != null)
    return (
      <>
        {children(value)}
        {unread > 0 && (
          <div className="overview-unread">
            <UnreadLine unread={unread} cameDamaged={cameDamaged} onMissing={nothing} waiting={plural(unread, 'damaged row')} />
          </div>
        )}
      </>
    );
  if (state === 'failed') return <ProblemPanel problem={problem} onRetry={retry} />;
  if (state === 'empty')
    return (
      <NothingHeld freshness={resource.freshness} icon={empty.icon} title={empty.title}>
        {empty.text}
      </NothingHeld>
    );
  return <div aria-busy="true">{skeleton}</div>;
}
