import { type HealthComponent, healthComponentSchema } from '../../contracts/health.ts';
import { type Entity, ownVersion } from './entity.ts';

export const componentEntity: Entity<HealthComponent> = {
  table: 'components',
  schema: healthComponentSchema,
  keyOf: (component) => component.name,
  versionOf: ownVersion,
  columnsOf: (component) => ({ name: component.name }),
};
