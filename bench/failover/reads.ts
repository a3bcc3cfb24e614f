import { randomUUID } from 'node:crypto';
import type { EndpointId } from '../../src/contracts/endpoints.ts';
import { buildRequest } from '../../src/domain/api/request.ts';
import type { Person } from './calls.ts';

/** Calls that a console of another tenant reads in turn. */
const read: readonly EndpointId[] = ['kpis', 'health', 'pipeline', 'me'];
/** Interval between reads, milliseconds. */
const everyMs = 250;

/** Reads continuously, whether or not earlier reads were answered; results are in `person.ends`. Returns a function that stops it. */
export function startReads(person: Person): () => void {
  let turn = 0;
  const timer = setInterval(() => {
    const id = read[turn++ % read.length] ?? 'me';
    const caller = { tenantId: person.tenantId, accountId: person.accountId, build: 'dev' };
    void person.send(buildRequest(id, {}, caller, randomUUID()), null);
  }, everyMs);
  return () => clearInterval(timer);
}
