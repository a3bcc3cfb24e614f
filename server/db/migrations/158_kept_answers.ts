import { type Kysely, sql } from 'kysely';

/**
 * Of answers that are kept for commands that are sent again, ids and versions are enough where the whole is read again from its rows (G-20): each note of an incident kept its whole time line until
 * here, 1.7 GB for 1,800 of them. Those that are kept already are reduced to the same form (commands/keptAnswers.ts). A note is told from a request to override by its member.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update idempotency_keys set answer = jsonb_build_object('reduced', case
      when answer ? 'incident' then jsonb_build_object('id', answer #> '{incident,id}', 'version', answer #> '{incident,version}')
      when answer ? 'override' then jsonb_build_object('id', answer #> '{override,overrideId}', 'version', answer #> '{override,version}')
      else jsonb_build_object('id', answer -> 'reportId') end)
    where answer #> '{incident,version}' is not null or answer #> '{override,version}' is not null or answer ?& array['reportId', 'proofFile']`.execute(
    db,
  );
}
