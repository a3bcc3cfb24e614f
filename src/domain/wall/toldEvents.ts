import type { EventFrame } from '../../contracts/realtime/event.ts';
import { type Decision, tell } from './tell.ts';
import { toldRows } from './told.ts';

/** What of an event's data is told, by its type. Of any other a display hears that there was one. */
const events: Readonly<Record<string, Decision>> = {
  'kpis.updated': { members: toldRows.kpis },
  'pipeline.stage': { members: toldRows.stage },
  'pipeline.dead_letter': { members: { ...toldRows.letter, removed: 'told' } },
  'health.component': { members: toldRows.component },
  'system.kill_switch': { members: toldRows.killSwitch },
  'system.notice': { members: { changed: 'told' } },
  'system.minimum_build': { members: { minimumBuild: 'told' } },
};

/** Stands for whoever it is, where a display is told that something happened to somebody: events that name nobody concern everybody. */
const somebody = 'somebody';

/** An event as this display is given it. Its place in the log stays, so that nothing seems to be missing; whose act it came of goes. */
export function eventTold(frame: EventFrame, displayId: string): EventFrame {
  const own = frame.resourceId === displayId;
  const decision = events[frame.type];
  const { type, tenantId, version, ts, seq, prev } = frame;
  return {
    type,
    tenantId,
    version,
    ts,
    seq,
    prev,
    correlationId: '',
    resourceId: own || decision !== undefined ? frame.resourceId : somebody,
    data: decision === undefined ? { userId: own ? displayId : somebody } : (tell(frame.data, decision) as Record<string, unknown>), // of an object comes one
  };
}
