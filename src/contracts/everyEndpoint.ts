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
 * The complete endpoint table, used by the platform and by tests. The console's pages never import it: partial tables
 * (displayEndpoints.ts and so on) are loaded with their screens, so that the first page does not carry all schemas.
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
/** The validated answer of any endpoint of the complete table. */
export type EveryAnswer<Id extends EveryEndpointId> = z.output<(typeof everyEndpoint)[Id]['answer']>;
