import { useEffect } from 'react';
import { useStoredRole } from '../../bridge/activeRole.ts';
import { useConnection, useSessionStatus } from '../../bridge/useHubStatus.ts';
import { useReadAhead } from '../../bridge/useReadAhead.ts';
import { mayOpen } from '../../domain/screens.ts';
import { readComplianceAhead } from '../../screens/compliance/ahead.ts';
import { heldBy } from '../routing/guard.ts';

/**
 * Brings onto the device what a screen of reads on demand (K-8) shows, before anybody has opened it; all other screens' rows are the hub's to bring (D-37).
 * Whenever the link comes; what fails is asked for with the next one. Draws nothing.
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
