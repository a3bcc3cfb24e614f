import { type Kysely, sql } from 'kysely';

/** Evidence packs, the bytes of their files, and the keys they are signed with. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table evidence_packs (
      tenant_id text not null,
      pack_id text not null,
      site_code text not null,
      vrf_id text,
      created_at timestamptz not null,
      worm_status text not null check (worm_status in ('locked', 'unlocked', 'error')),
      manifest_hash text not null,
      jws text not null,
      signer_kid text not null,
      signature_timestamp text not null,
      file_count integer not null,
      total_bytes bigint not null,
      version bigint not null default 1,
      primary key (tenant_id, pack_id),
      foreign key (tenant_id, site_code) references sites (tenant_id, site_code)
    )`.execute(db);
  await sql`create index evidence_packs_by_time on evidence_packs (tenant_id, created_at desc, pack_id)`.execute(db);
  await sql`
    create table evidence_files (
      tenant_id text not null,
      pack_id text not null,
      position integer not null,
      name text not null,
      size bigint not null,
      hash text not null,
      content_type text not null,
      bytes bytea not null,
      primary key (tenant_id, pack_id, position),
      unique (tenant_id, pack_id, name),
      foreign key (tenant_id, pack_id) references evidence_packs (tenant_id, pack_id)
    )`.execute(db);
  // Pictures and compressed documents do not shrink: keep them out of line and uncompressed.
  await sql`alter table evidence_files alter column bytes set storage external`.execute(db);
  await sql`
    create table signing_keys (
      kid text primary key,
      state text not null check (state in ('current', 'retired')),
      public_jwk jsonb not null,
      private_key text,
      created_at timestamptz not null
    )`.execute(db);
  // Two instances that start at once on an empty database must end with one current key.
  await sql`create unique index signing_keys_one_current on signing_keys (state) where state = 'current'`.execute(db);
}
