import { type Kysely, sql } from 'kysely';

/** From which severity on an incident that nobody has taken up interrupts a wall's rotation; what every wall did before. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table displays add column interrupt_from text not null default 'sev1' check (interrupt_from in ('none', 'sev1', 'sev2', 'sev3'))`.execute(
    db,
  );
}
