import { Migration } from "@mikro-orm/migrations";

/**
 * Operators note remarks on a request and on each of its offers, review a punch by a serial number that is one of a
 * kind, and a deletion is final only when its effects have happened.
 */
export class WhatOperatorsNoteOnARequest extends Migration {
  override up() {
    this.addSql(`
      alter table tickets
        add column onboarding_remarks text,
        add column onboarding_by text,
        add column punch_serial_number text,
        add column approved_by text,
        add column revisit_remarks text,
        add column revisit_price_paise bigint,
        add column deletion_final_at timestamptz(3);
    `);
    this.addSql("update tickets set deletion_final_at = deleted_at where deleted_at is not null");
    this.addSql(`
      alter table tickets
        add check (revisit_price_paise >= 0),
        add check (deletion_final_at is null or deleted_at is not null);
    `);
    this.addSql(`
      create unique index tickets_punch_serial on tickets (upper(punch_serial_number)) where punch_serial_number is not null;
    `);
    this.addSql("alter table broadcasts add column remarks text, add column remarks_by text");
  }

  override down() {
    this.addSql("alter table broadcasts drop column remarks, drop column remarks_by");
    this.addSql(`
      alter table tickets
        drop column onboarding_remarks,
        drop column onboarding_by,
        drop column punch_serial_number,
        drop column approved_by,
        drop column revisit_remarks,
        drop column revisit_price_paise,
        drop column deletion_final_at;
    `);
  }
}
