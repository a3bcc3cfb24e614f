import { useMemo } from 'react';
import { useFreshness } from '../../bridge/useFreshness.ts';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import { listRead, usePanel } from '../../bridge/usePanel.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import { businessNowOf } from '../../domain/businessClock.ts';
import { isLost } from '../../domain/freshness.ts';
import { serviceRows, tellable } from '../../domain/incidentServices.ts';
import { readKillSwitch } from '../../store/readKillSwitch.ts';
import { readComponents, readIncidents, readStages } from '../../store/read.ts';
import { useNow } from '../../ui/time/clock.tsx';
import { switchView } from './killSwitch.ts';
import { bannerOf, incidentViews, knownUntil } from './model.ts';
import { standing } from './services.ts';

/** What is a few seconds old says so, and no minute turns late by more than this. */
const lastingStepMs = 5000;

/** The incidents as this device holds them, with the state of the services they touch. */
export function useIncidents() {
  useWanted(['incidents', 'health', 'pipeline']);
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
    // A state that is no longer known is not shown as one: the link leads to where its age stands.
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

/** Where the kill switch stands, and as of when: what the platform says of it now, or what this device keeps of what it said. */
export function useKillSwitch() {
  const status = useHubStatus();
  const kept = useStored(() => readKillSwitch(), []).value ?? null;
  const freshness = useFreshness('killSwitch');
  return { held: switchView(status, kept, freshness), freshness };
}
