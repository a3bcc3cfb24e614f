import { type RawBuilder, sql } from 'kysely';

/** These texts for `in`, as one parameter: an export can have more rows than a statement may have parameters (65,535). */
export function anyOf(texts: readonly string[]): RawBuilder<string> {
  return sql<string>`(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`;
}
