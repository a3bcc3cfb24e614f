import type { PipelineStage } from '../../contracts/pipeline.ts';
import type { HealthComponent } from '../../contracts/health.ts';
import type { ScreenId } from '../../domain/screens/screens.ts';
import { formatCount, plural } from '../../domain/format.ts';
import { sloOf } from '../../domain/operations/slo.ts';

/** A short hint beside a menu item; `status` null is a plain figure. */
export interface MenuHint {
  readonly text: string;
  readonly status: 'warn' | 'bad' | null;
}
/** Hints by screen; a screen without one has nothing to say. */
export type MenuHints = Readonly<Partial<Record<ScreenId, MenuHint>>>;

/** Stored data for the hints; undefined if not stored. */
export interface HintFacts {
  readonly verifications: number | undefined;
  readonly packs: number | undefined;
  readonly deadLetters: number | undefined;
  readonly stages: readonly PipelineStage[] | undefined;
  readonly components: readonly HealthComponent[] | undefined;
  /** Stored rows that cannot be read (F-25): they count, with unknown state. */
  readonly unread: Readonly<Record<'dlq' | 'health', number>>;
  /** Data older than they should be: the hint loses its colour and says so. */
  readonly stale: Readonly<Record<'verifications' | 'evidence' | 'pipeline' | 'dlq' | 'health', boolean>>;
}

/** Counts and breaches for the menus. Good states are quiet; missing data give no hint. */
export function menuHints({ verifications, packs, deadLetters: letters, stages, components, unread, stale }: HintFacts): MenuHints {
  const hints: Partial<Record<ScreenId, MenuHint>> = {};
  const were = (count: number): string => `were ${formatCount(count)}`;
  if (verifications !== undefined)
    hints.verifications = { text: stale.verifications ? were(verifications) : formatCount(verifications), status: null };
  if (packs !== undefined) hints.evidence = { text: stale.evidence ? were(packs) : plural(packs, 'pack'), status: null };
  const deadLetters = letters === undefined ? undefined : letters + unread.dlq;
  if (deadLetters !== undefined)
    hints.dlq = {
      text: stale.dlq ? were(deadLetters) : plural(deadLetters, 'item'),
      status: deadLetters > 0 && !stale.dlq ? 'warn' : null,
    };
  const breaches = stages?.filter((stage) => sloOf(stage).breach).length;
  if (breaches !== undefined && breaches > 0)
    hints.pipeline = stale.pipeline ? { text: 'was in breach', status: null } : { text: 'Breach', status: 'bad' };
  if (components !== undefined && components.length > 0) {
    const total = components.length + unread.health;
    const healthy = components.filter((component) => component.status === 'healthy').length;
    const isCritical = components.some((component) => component.status === 'critical');
    const words = `${healthy} of ${total}`;
    const trouble = isCritical ? 'bad' : 'warn';
    hints.health = stale.health ? { text: `was ${words}`, status: null } : { text: words, status: healthy === total ? null : trouble };
  }
  return hints;
}
