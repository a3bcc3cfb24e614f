import { Snowflake } from 'lucide-react';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import { formatDateTime, zoneName } from '../../domain/formatTime.ts';
import { Tag } from '../../ui/status/Tag.tsx';
import { useZone } from '../../ui/time/clock.tsx';

/** Says that the platform's business clock stands still, and where (D-16); nothing while it runs. */
export function SimulationLabel() {
  const { simulation } = useHubStatus();
  const zone = useZone();
  if (simulation === null || simulation.mode === 'live') return null;
  return (
    <Tag icon={<Snowflake size={14} strokeWidth={1.75} aria-hidden />}>
      Simulation off · {formatDateTime(Date.parse(simulation.businessTime), zone)} {zoneName(zone)}
    </Tag>
  );
}
