import type { Endpoint } from '../../contracts/endpoint.ts';
import { type EveryEndpointId, everyEndpoint } from '../../contracts/everyEndpoint.ts';
import { endpointFor, resourceKeys } from '../freshness/resources.ts';
import { isTold } from './told.ts';

/** Allowed besides its reads: its identity, its settings and the kill switch's banner. */
const ownCalls: readonly EveryEndpointId[] = ['me', 'tenants', 'killSwitch', 'wall'];
/** The stream in all its forms; its events are filtered one by one (toldEvents.ts). */
const streams: readonly EveryEndpointId[] = ['events', 'poll'];

/**
 * Whether a display with these reads may make this call. It may read what its dashboards need and nothing else, whatever the table
 * allows; signing in or out counts as a change. New calls are refused until a dashboard reads them and told.ts covers their answer.
 * Pairing again and renewing its cookie are always allowed.
 */
export function mayDisplayCall(id: EveryEndpointId, reads: readonly string[]): boolean {
  const { method, needs }: Endpoint = everyEndpoint[id];
  if (id === 'openDisplaySession' || id === 'refresh') return true;
  if (method !== 'GET') return false;
  if (needs === 'public' || streams.includes(id)) return true;
  const asked = ownCalls.includes(id) || reads.includes(id) || resourceKeys.some((key) => reads.includes(key) && endpointFor(key) === id);
  return asked && isTold(id);
}
