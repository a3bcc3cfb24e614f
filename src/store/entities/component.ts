import { type HealthComponent, healthComponentSchema } from '../../contracts/health.ts';
import type { Entity } from './entity.ts';

export const componentEntity: Entity<HealthComponent> = {
  table: 'components',
  schema: healthComponentSchema,
  keyOf: (component) => component.name,
  versionOf: (component) => component.version ?? 0,
  columnsOf: (component) => ({ name: component.name }),
};
