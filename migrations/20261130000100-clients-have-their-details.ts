import { Migration } from "@mikro-orm/migrations";

/**
 * A client has what it is billed and paid by. GST, PAN and account number lie sealed, with what may be shown of them
 * beside; of the Aadhaar number only its last four digits and a keyed hash are kept. A deleted client stays for its
 * requests, and its name is free again.
 */
export class ClientsHaveTheirDetails extends Migration {
  override up() {
    this.addSql(`
      alter table clients
        add column client_id text,
        add column product_name text,
        add column product_category text,
        add column specific_requirement text,
        add column price_paise bigint check (price_paise >= 0),
        add column official_email text,
        add column contact_name text,
        add column contact_designation text,
        add column contact_phone text,
        add column address_line text,
        add column city text,
        add column state text,
        add column pincode text,
        add column gst_sealed text,
        add column gst_masked text,
        add column aadhaar_last4 text,
        add column aadhaar_hash text,
        add column pan_sealed text,
        add column pan_last4 text,
        add column tin_number text,
        add column bank_name text,
        add column account_sealed text,
        add column account_last4 text,
        add column ifsc_code text,
        add column branch text,
        add column category text[] not null default '{}',
        add column allowed_brands text[] not null default '{}',
        add column version int not null default 1,
        add column deleted_at timestamptz(3),
        add check ((gst_sealed is null) = (gst_masked is null)),
        add check ((pan_sealed is null) = (pan_last4 is null)),
        add check ((account_sealed is null) = (account_last4 is null))
    `);
    this.addSql("update clients set client_id = 'CLT' || upper(right(replace(id::text, '-', ''), 12))");
    this.addSql("create unique index clients_client_id on clients (client_id)");
    this.addSql("drop index clients_name");
    this.addSql("create unique index clients_name on clients (lower(client_name)) where deleted_at is null");
    this.addSql("create index clients_recent on clients (created_at desc, id desc) where deleted_at is null");
    this.addSql("create index admins_client on admins (client_id) where deleted_at is null and client_id is not null");
  }

  override down() {
    this.addSql("drop index admins_client");
    this.addSql("drop index clients_recent");
    this.addSql("drop index clients_name");
    // Two deleted ones may have had one name.
    this.addSql("update clients set client_name = client_name || ' ' || id where deleted_at is not null");
    this.addSql("create unique index clients_name on clients (lower(client_name))");
    this.addSql(`
      alter table clients
        drop column client_id, drop column product_name, drop column product_category,
        drop column specific_requirement, drop column price_paise, drop column official_email,
        drop column contact_name, drop column contact_designation, drop column contact_phone,
        drop column address_line, drop column city, drop column state, drop column pincode,
        drop column gst_sealed, drop column gst_masked, drop column aadhaar_last4, drop column aadhaar_hash,
        drop column pan_sealed, drop column pan_last4, drop column tin_number, drop column bank_name,
        drop column account_sealed, drop column account_last4, drop column ifsc_code, drop column branch,
        drop column category, drop column allowed_brands, drop column version, drop column deleted_at
    `);
  }
}
