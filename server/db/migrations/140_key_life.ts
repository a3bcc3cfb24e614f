import { type Kysely, sql } from 'kysely';

/** Times as the platform writes them. Text that somebody altered must not keep the platform from starting. */
const readable = '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|30)T([01][0-9]|2[0-3])(:[0-5][0-9]){2}([.][0-9]+)?Z$';

/**
 * Keys get a life: from when on and until when their signatures count, when they stopped signing, and why they were withdrawn. A key that was there before is valid from its
 * first signature that is known; a retired one until its last. It keeps its id, whatever that is.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table signing_keys
      add column not_before timestamptz,
      add column stopped_at timestamptz,
      add column retired_at timestamptz,
      add column withdrawn_at timestamptz,
      add column withdrawn_reason text`.execute(db);
  await sql`
    update signing_keys set
      not_before = least(
        created_at,
        (select min(signature_timestamp::timestamptz) from evidence_packs where signer_kid = signing_keys.kid and signature_timestamp ~ ${readable}),
        case when state = 'current' then (select min(generated_at) from compliance_reports) end
      ),
      retired_at = case when state = 'retired'
        then coalesce((select max(signature_timestamp::timestamptz) from evidence_packs where signer_kid = signing_keys.kid and signature_timestamp ~ ${readable}), created_at) end`.execute(
    db,
  );
  await sql`alter table signing_keys alter column not_before set not null`.execute(db);
  await sql`alter table signing_keys drop constraint signing_keys_state_check`.execute(db);
  await sql`
    alter table signing_keys
      add constraint signing_keys_state_check check (state in ('current', 'former', 'retired', 'withdrawn')),
      add constraint signing_keys_retired_check check (state <> 'retired' or (retired_at is not null and private_key is null)),
      add constraint signing_keys_withdrawn_check check ((state = 'withdrawn') = (withdrawn_at is not null) and (state <> 'withdrawn' or private_key is null))`.execute(
    db,
  );
}
