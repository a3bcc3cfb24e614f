import type { Endpoint } from '../../contracts/endpoint.ts';
import { type EveryEndpointId, everyEndpoint } from '../../contracts/everyEndpoint.ts';
import { endpointFor, resourceKeys } from '../resources.ts';

/** Beside its reads: who it is, the stream in all its forms, the kill switch's banner, and what it is to show. */
const ownCalls: readonly EveryEndpointId[] = ['me', 'tenants', 'events', 'poll', 'killSwitch', 'wall'];

/**
 * Whether a display with these reads may make this call. It reads what its dashboards need and does nothing else, whatever the table says of the
 * call: signing somebody in or out is a change too. New calls are refused to it until a dashboard reads them. Only to be paired again it may ask.
 */
export function mayDisplayCall(id: EveryEndpointId, reads: readonly string[]): boolean {
  const { method, needs }: Endpoint = everyEndpoint[id];
  if (id === 'openDisplaySession') return true;
  if (method !== 'GET') return false;
  return needs === 'public' || ownCalls.includes(id) || resourceKeys.some((key) => reads.includes(key) && endpointFor(key) === id);
}
