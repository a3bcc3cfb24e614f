import { useMemo } from 'react';
import { useFreshness } from '../../bridge/reads/useFreshness.ts';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { listRead, usePanel } from '../../bridge/reads/usePanel.ts';
import { useStored } from '../../bridge/reads/useStored.ts';
import { useSubscription } from '../../bridge/reads/useSubscription.ts';
import { businessNowOf } from '../../domain/businessClock.ts';
import { isLost } from '../../domain/freshness/freshness.ts';
import { serviceRows, tellable } from '../../domain/operations/incidentServices.ts';
import { readKillSwitch } from '../../store/readKillSwitch.ts';
import { readComponents, readStages } from '../../store/read.ts';
import { readIncidents } from '../../store/readIncidents.ts';
import { useNow } from '../../ui/time/clock.tsx';
import { switchView } from './killSwitch.ts';
import { bannerOf, incidentViews, knownUntil } from './model.ts';
import { standing } from './services.ts';

/** Refresh step of durations, milliseconds; a displayed minute changes at most this late. */
const lastingStepMs = 5000;

/** The stored incidents, with the state of the services they affect. */
export function useIncidents() {
  useSubscription(['incidents', 'health', 'pipeline']);
  const stored = useStored(() => readIncidents(), []);
  const components = useStored(() => readComponents(), []);
  const stages = useStored(() => readStages(), []);
  const health = useFreshness('health');
  const pipeline = useFreshness('pipeline');
  const serverNow = useNow(lastingStepMs);
  const { simulation } = useHubStatus();
  const { value, ...panel } = usePanel('incidents', stored, listRead);
  const until = knownUntil(serverNow, panel.freshness);
  const businessNow = businessNowOf(simulation, until);
  const shown = useMemo(() => {
    // A state that is no longer known is not shown; the link leads to the screen that shows its age.
    const states = {
      components: tellable(components.value?.rows, health),
      stages: tellable(stages.value?.rows, pipeline),
      aged: { components: health, stages: pipeline },
    };
    const views = incidentViews({ incidents: value?.rows ?? [], ...states, businessNow, serverNow: until, origin: location.origin });
    return { views, services: serviceRows(views, states), standing: standing(views, businessNow, panel.totalCount, panel.unread) };
  }, [value, components.value, stages.value, health, pipeline, businessNow, until, panel.totalCount, panel.unread]);
  const { views } = shown;
  return {
    ...panel,
    ...shown,
    banner: bannerOf(views, isLost(panel.freshness)),
  };
}

/** State and freshness of the kill switch: what the platform says now, or the last stored state. */
export function useKillSwitch() {
  const status = useHubStatus();
  const kept = useStored(() => readKillSwitch(), []).value ?? null;
  const freshness = useFreshness('killSwitch');
  return { held: switchView(status, kept, freshness), freshness };
}
