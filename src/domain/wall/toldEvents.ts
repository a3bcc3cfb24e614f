import type { EventFrame } from '../../contracts/realtime/event.ts';
import { type Decision, tell } from './tell.ts';
import { toldRows } from './told.ts';

/** Which event data a display is sent, by type. Of any other type it only learns that an event happened. */
const events: Readonly<Record<string, Decision>> = {
  'kpis.updated': { members: toldRows.kpis },
  'pipeline.stage': { members: toldRows.stage },
  'pipeline.dead_letter': { members: { ...toldRows.letter, removed: 'told' } },
  'health.component': { members: toldRows.component },
  'system.kill_switch': { members: toldRows.killSwitch },
  'system.notice': { members: { changed: 'told' } },
  'system.minimum_build': { members: { minimumBuild: 'told' } },
};

/** Placeholder for the person an event concerns; events without a person concern everybody. */
const somebody = 'somebody';

/** An event as this display receives it. Its `seq` and `prev` stay, so that no gap appears; its correlation id is removed. */
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
    data: decision === undefined ? { userId: own ? displayId : somebody } : (tell(frame.data, decision) as Record<string, unknown>), // an object yields an object
  };
}
