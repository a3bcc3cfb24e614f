import { screenHref } from '../../domain/screens/link.ts';
import { ChevronRight, Layers } from 'lucide-react';
import type { Permission } from '../../contracts/access.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Bar } from '../../ui/panel/Meter.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { PanelContent } from './PanelContent.tsx';
import { dgnView } from './platformModel.ts';
import type { Overview } from './queries.ts';
import { WayLink } from './WayLink.tsx';
import { wayTo } from './ways.ts';

const skeleton = (
  <div className="overview-life">
    {[0, 1, 2, 3, 4].map((state) => (
      <div key={state}>
        <Skeleton w={64} h={11} block />
        <Skeleton w={88} h={18} block />
        <Skeleton w="100%" h={6} />
      </div>
    ))}
  </div>
);

/** Digital Green Notes by state, with performance and recycled capital (C-15). */
export function DgnPanel({ refinance, held }: { readonly refinance: Overview['refinance']; readonly held: ReadonlySet<Permission> }) {
  const view = refinance.value === null ? null : dgnView(refinance.value);
  return (
    <Panel
      title="DGN Portfolio"
      note={view === null ? undefined : `${view.currency} receivables by state`}
      freshness={refinance.freshness}
      footer={
        <>
          {view !== null && (
            <span>
              <b>{view.recyclingRate}</b> recycling rate
            </span>
          )}
          {view !== null && <span className="overview-recycled">{view.recycled}</span>}
          <span className="uk-sp" />
          <WayLink way={wayTo(screenHref('dgn'), held)}>View Full Dashboard</WayLink>
        </>
      }
    >
      <PanelContent
        resource={refinance}
        skeleton={skeleton}
        empty={{
          icon: Layers,
          title: 'No refinance portfolios available',
          text: 'Verified receivables appear here once they are packaged.',
        }}
      >
        {() =>
          view !== null && (
            <>
              <ol className="overview-life">
                {view.states.map(({ state, title, value, portfolios, share, depth }, place) => (
                  <li key={state}>
                    <p className="overview-life-name">
                      {title}
                      {place < view.states.length - 1 && <ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" />}
                    </p>
                    <p className="overview-life-value">{value}</p>
                    <p className="overview-life-count">{portfolios}</p>
                    <Bar share={share} depth={depth} size="lg" label={`${title} ${value}`} />
                  </li>
                ))}
              </ol>
              <ul className="overview-performance">
                {view.performance.map(({ value, label }) => (
                  <li key={label}>
                    <b>{value}</b> {label}
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </PanelContent>
    </Panel>
  );
}
