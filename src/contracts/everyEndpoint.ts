import { adminAccessEndpoints } from './adminAccess.ts';
import { adminUserEndpoints } from './adminUserEndpoints.ts';
import { complianceEndpoints } from './complianceEndpoints.ts';
import { deadLetterEndpoints } from './deadLetterEndpoints.ts';
import { displayEndpoints } from './displayEndpoints.ts';
import { endpoints } from './endpoints.ts';
import { factorEndpoints } from './factors.ts';
import { identityEndpoints } from './identityEndpoints.ts';
import { incidentEndpoints } from './incidentEndpoints.ts';
import { keyEndpoints } from './keyEndpoints.ts';
import { lockEndpoints } from './lockEndpoints.ts';
import { proofEndpoints } from './proofEndpoints.ts';
import { reauthenticationEndpoints } from './reauthentication.ts';
import { signInEndpoints } from './signInEndpoints.ts';
import type { z } from './zod.ts';

/**
 * THE table of calls, whole: what the platform serves and what tests go through. The console's pages never import it: what stands in a table of its own
 * (displayEndpoints.ts and its like) comes with the screen that calls it, so that the first page does not carry the shapes of all.
 */
export const everyEndpoint = {
  ...endpoints,
  ...complianceEndpoints,
  ...deadLetterEndpoints,
  ...displayEndpoints,
  ...adminUserEndpoints,
  ...adminAccessEndpoints,
  ...factorEndpoints,
  ...identityEndpoints,
  ...incidentEndpoints,
  ...keyEndpoints,
  ...lockEndpoints,
  ...proofEndpoints,
  ...reauthenticationEndpoints,
  ...signInEndpoints,
};

export type EveryEndpointId = keyof typeof everyEndpoint;
/** What a call of the whole table answers once checked. */
export type EveryAnswer<Id extends EveryEndpointId> = z.output<(typeof everyEndpoint)[Id]['answer']>;
