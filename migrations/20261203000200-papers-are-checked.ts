import { Migration } from "@mikro-orm/migrations";

/** Centers send identity papers, operators decide on each picture, and technicians work for named clients. */
export class PapersAreChecked extends Migration {
  override up() {
    this.addSql(`
      alter table centers
        add column aadhar_front_blob_id uuid,
        add column aadhar_back_blob_id uuid,
        add column pan_blob_id uuid,
        add column aadhar_last4 text,
        add column aadhar_hash text;
    `);
    this.addSql("alter table technicians add column certificate_blob_id uuid");
    // Whether a paper is still somebody's is asked when it is replaced or read, and every night.
    for (const [table, column] of papers)
      this.addSql(`create index ${table}_${column} on ${table} (${column}) where ${column} is not null`);
    this.addSql(`
      create table document_checks (
        holder_kind text not null check (holder_kind in ('center', 'technician')),
        holder_id uuid not null,
        value text not null check (value in ('aadhar_front', 'aadhar_back', 'pan', 'profile', 'certificate')),
        blob_id uuid not null,
        status text not null check (status in ('VERIFIED', 'REJECTED')),
        reason text check (reason in ('UNMASKED', 'UNREADABLE', 'WRONG_PAPER', 'NOT_MATCHING')),
        decided_at timestamptz not null,
        deleted_at timestamptz,
        primary key (holder_kind, holder_id, value),
        check ((status = 'REJECTED') = (reason is not null))
      );
    `);
    this.addSql("create index document_checks_due on document_checks (decided_at) where deleted_at is null");
    this.addSql(`
      create table technician_clients (
        technician_id uuid not null references technicians (id),
        client_id uuid not null references clients (id),
        primary key (technician_id, client_id)
      );
    `);
    this.addSql("create index technician_clients_client on technician_clients (client_id, technician_id)");
    this.addSql("create index technicians_list on technicians (created_at desc, id desc) where deleted_at is null");
    this.addSql("create index technicians_words on technicians using gin (to_tsvector('simple', name))");
    this.addSql("create index sessions_technician on sessions (subject_id) where kind = 'technician'");
    this.addSql("create index onboarders_list on onboarders (created_at desc, id desc)");
    this.addSql("create index onboarders_words on onboarders using gin (to_tsvector('simple', name))");
    this.addSql("alter table onboarders add column version int not null default 1");
  }

  override down() {
    this.addSql("alter table onboarders drop column version");
    this.addSql("drop index sessions_technician");
    for (const index of ["onboarders_words", "onboarders_list", "technicians_words", "technicians_list"])
      this.addSql(`drop index ${index}`);
    this.addSql("drop table technician_clients");
    this.addSql("drop table document_checks");
    this.addSql("alter table technicians drop column certificate_blob_id");
    this.addSql(`
      alter table centers
        drop column aadhar_front_blob_id, drop column aadhar_back_blob_id, drop column pan_blob_id,
        drop column aadhar_last4, drop column aadhar_hash;
    `);
  }
}

const papers = [
  ["centers", "aadhar_front_blob_id"],
  ["centers", "aadhar_back_blob_id"],
  ["centers", "pan_blob_id"],
  ["technicians", "certificate_blob_id"],
] as const;
