import { randomUUID } from 'node:crypto';
import type { EndpointId } from '../../src/contracts/endpoints.ts';
import { buildRequest } from '../../src/domain/api/request.ts';
import type { Person } from './calls.ts';

/** What a console of another tenant reads, one after the other. */
const read: readonly EndpointId[] = ['kpis', 'health', 'pipeline', 'me'];
/** Between two of them, milliseconds. */
const everyMs = 250;

/** Reads all the time, whether or not the ones before were answered; `person.ends` tells how it went. Answers what ends it. */
export function startReads(person: Person): () => void {
  let turn = 0;
  const timer = setInterval(() => {
    const id = read[turn++ % read.length] ?? 'me';
    const caller = { tenantId: person.tenantId, accountId: person.accountId, build: 'dev' };
    void person.send(buildRequest(id, {}, caller, randomUUID()), null);
  }, everyMs);
  return () => clearInterval(timer);
}
