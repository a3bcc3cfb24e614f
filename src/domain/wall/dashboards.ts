import type { Endpoint } from '../../contracts/endpoint.ts';
import { type EndpointId, endpoints } from '../../contracts/endpoints.ts';
import type { WallDashboardId } from '../../contracts/display.ts';
import type { ResourceKey } from '../../contracts/rpc.ts';
import { endpointFor, resourceKeys } from '../resources.ts';

/** One dashboard of the wall: what it is called and all that it reads. What a display may have follows from here alone. */
export interface WallDashboard {
  readonly title: string;
  /** What it tells, for whoever puts a playlist together. */
  readonly tells: string;
  readonly reads: readonly ResourceKey[];
}

export const wallDashboards: Readonly<Record<WallDashboardId, WallDashboard>> = {
  operations: {
    title: 'Operations',
    tells: 'Accuracy, latency, automation, dead letters, and the lag of each stage',
    reads: ['kpis', 'pipeline', 'dlq', 'series:24h', 'series:1h'],
  },
  health: { title: 'Health', tells: 'The four components with uptime and p95', reads: ['health', 'series:24h'] },
  incidents: { title: 'Incidents', tells: 'What is open, the worst first, and what was resolved last', reads: [] },
  portfolios: {
    title: 'Portfolios',
    tells: 'The life of Digital Green Notes, recycling, signatures checked on the display',
    reads: ['refinancePortfolios', 'jwks', 'series:30d'],
  },
  payments: {
    title: 'Payments',
    tells: 'Milestone payments paid and pending, completion, signatures checked on the display',
    reads: ['rbfPayments', 'jwks', 'series:30d'],
  },
  schools: { title: 'Schools', tells: 'Programme totals and each school by rule', reads: ['schools'] },
};

/** On every wall, whatever it shows: the line of open incidents stands under each dashboard, and the worst one pins its view. */
const onEveryWall: readonly ResourceKey[] = ['incidents'];

/** All that a display with this playlist reads, each once. */
export function readsOf(playlist: readonly WallDashboardId[]): readonly ResourceKey[] {
  return [...new Set([...onEveryWall, ...playlist.flatMap((id) => wallDashboards[id].reads)])];
}

/** Beside its reads: who it is, the stream in all its forms, the kill switch's banner, and what it is to show. */
const ownCalls: readonly EndpointId[] = ['me', 'tenants', 'events', 'poll', 'killSwitch', 'wall'];

/**
 * Whether a display with these reads may make this call. It reads what its dashboards need and does nothing else, whatever the table says of the
 * call: signing somebody in or out is a change too. New calls are refused to it until a dashboard reads them. Only to be paired again it may ask.
 */
export function mayDisplayCall(id: EndpointId, reads: readonly string[]): boolean {
  const { method, needs }: Endpoint = endpoints[id];
  if (id === 'openDisplaySession') return true;
  if (method !== 'GET') return false;
  return needs === 'public' || ownCalls.includes(id) || resourceKeys.some((key) => reads.includes(key) && endpointFor(key) === id);
}
