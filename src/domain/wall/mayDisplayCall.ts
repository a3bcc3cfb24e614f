import type { Endpoint } from '../../contracts/endpoint.ts';
import { type EveryEndpointId, everyEndpoint } from '../../contracts/everyEndpoint.ts';
import { endpointFor, resourceKeys } from '../resources.ts';
import { isTold } from './told.ts';

/** Beside its reads: who it is, and the kill switch's banner. */
const ownCalls: readonly EveryEndpointId[] = ['me', 'tenants', 'killSwitch', 'wall'];
/** The stream in all its forms, whose events are told one by one (toldEvents.ts). */
const streams: readonly EveryEndpointId[] = ['events', 'poll'];

/**
 * Whether a display with these reads may make this call. It reads what its dashboards need and does nothing else, whatever the table says of the
 * call: signing somebody in or out is a change too. New calls are refused to it until a dashboard reads them, and it is decided what of their answer it is told. Only to be paired again it may ask, and to have its cookie renewed.
 */
export function mayDisplayCall(id: EveryEndpointId, reads: readonly string[]): boolean {
  const { method, needs }: Endpoint = everyEndpoint[id];
  if (id === 'openDisplaySession' || id === 'refresh') return true;
  if (method !== 'GET') return false;
  if (needs === 'public' || streams.includes(id)) return true;
  const asked = ownCalls.includes(id) || reads.includes(id) || resourceKeys.some((key) => reads.includes(key) && endpointFor(key) === id);
  return asked && isTold(id);
}
