import { useEffect } from 'react';
import { useStoredRole } from '../../bridge/acts/activeRole.ts';
import { useConnection, useSessionStatus } from '../../bridge/hub/useHubStatus.ts';
import { useReadAhead } from '../../bridge/reads/useReadAhead.ts';
import { mayOpen } from '../../domain/screens/screens.ts';
import { readComplianceAhead } from '../../screens/compliance/ahead.ts';
import { heldBy } from '../routing/guard.ts';

/**
 * Loads the data of screens with reads on demand (K-8) before they are opened; the hub does this for all other screens (D-37). Runs
 * whenever the link returns; failures wait for the next time. Renders nothing.
 */
export function ReadAhead() {
  const session = useSessionStatus();
  const stored = useStoredRole();
  const connected = useConnection().state === 'connected';
  const reads = useReadAhead();
  const mayReadCompliance = mayOpen('compliance', heldBy(session, stored));
  useEffect(() => {
    if (connected && mayReadCompliance) void readComplianceAhead(reads);
  }, [connected, mayReadCompliance, reads]);
  return null;
}
