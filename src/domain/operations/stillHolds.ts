import type { HealthComponent } from '../../contracts/health.ts';
import type { PipelineStage } from '../../contracts/pipeline.ts';
import { componentTitles, healthStates, stageTitles } from './platformStates.ts';
import { lagText, minutesText, shareText, sloOf } from './slo.ts';

/**
 * The causes of an incident that still hold, one phrase per affected service: a stage over its limit, a component in warning or worse.
 * Console and platform both check, so that resolving an ongoing incident requires a reason (T-4). Empty if all is well or nothing is
 * known.
 */
export function stillHolding(
  affected: readonly string[],
  { stages, components }: { readonly stages: readonly PipelineStage[]; readonly components: readonly HealthComponent[] },
): readonly string[] {
  return [
    ...stages
      .filter((stage) => affected.includes(stage.name) && sloOf(stage).breach)
      .map((stage) => {
        const { sharePercent } = sloOf(stage);
        const share = sharePercent === null ? '' : `, ${shareText(sharePercent)} of SLO`;
        const lag = `lag ${lagText(stage)} min against ${minutesText(stage.sloThresholdMinutes)}`;
        return `${stageTitles[stage.name]}: ${lag}${share}`;
      }),
    ...components
      .filter(({ name, status }) => affected.includes(name) && (status === 'warning' || status === 'critical'))
      .map(({ name, status }) => `${componentTitles[name]}: ${healthStates[status].word.toLowerCase()}`),
  ];
}
