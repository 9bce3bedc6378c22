import { Migration } from "@mikro-orm/migrations";

/**
 * What a customer's cancellation and a center's hand-back cost is data with versions, of which one is in force; every
 * decision keeps the rule it was made by. The first version has what was so in the code until now, and for a customer's
 * cancellation the defaults of the house.
 */
export class WhatEndingAVisitCostsIsVersionedData extends Migration {
  override up() {
    this.addSql(`
      create table visit_rule_versions (
        id uuid primary key,
        version integer not null unique check (version > 0),
        state text not null check (state in ('WAITING', 'IN_FORCE', 'REPLACED', 'REFUSED', 'WITHDRAWN')),
        author_id uuid references admins (id),
        decided_by uuid references admins (id),
        created_at timestamptz(3) not null,
        decided_at timestamptz(3),
        check (state = 'WAITING' or decided_at is not null)
      )
    `);
    this.addSql("create unique index visit_rules_in_force on visit_rule_versions (state) where state = 'IN_FORCE'");
    this.addSql("create unique index visit_rules_waiting on visit_rule_versions (state) where state = 'WAITING'");
    this.addSql(`
      create table visit_rules (
        id uuid primary key,
        version_id uuid not null references visit_rule_versions (id),
        cause text not null check (cause in ('customer_cancel', 'hand_back')),
        band text not null check (band in ('before_acceptance', 'early', 'late', 'free', 'later')),
        minutes integer check (minutes >= 0),
        at_most integer check (at_most >= 0),
        fee text not null check (fee in ('back', 'kept', 'held')),
        lead_back_percent integer not null check (lead_back_percent between 0 and 100),
        counted boolean not null,
        unique (version_id, cause, band)
      )
    `);
    this.addSql(`
      create table visit_decisions (
        id uuid primary key,
        ticket_id uuid not null references tickets (id),
        rule_id uuid not null references visit_rules (id),
        center_id uuid references centers (id),
        fee_paise bigint not null check (fee_paise >= 0),
        lead_back_paise bigint not null check (lead_back_paise >= 0),
        reason text,
        was text check (was in ('PENDING', 'ACCEPTED', 'VERIFIED')),
        state text not null check (state in ('UNDOABLE', 'FINAL', 'UNDONE')),
        undo_until timestamptz(3),
        created_at timestamptz(3) not null,
        ended_at timestamptz(3),
        check ((state = 'UNDOABLE') = (ended_at is null)),
        check (state = 'FINAL' or undo_until is not null)
      )
    `);
    this.addSql("create index visit_decisions_ticket on visit_decisions (ticket_id, created_at)");
    this.addSql("create index visit_decisions_rule on visit_decisions (rule_id)");
    this.addSql("create unique index visit_decisions_undoable on visit_decisions (ticket_id) where state = 'UNDOABLE'");
    this.addSql(`
      insert into visit_rule_versions (id, version, state, created_at, decided_at)
      values ('01938d2a-0000-7000-8000-000000000001', 1, 'IN_FORCE', now(), now())
    `);
    this.addSql(`
      insert into visit_rules (id, version_id, cause, band, minutes, at_most, fee, lead_back_percent, counted) values
        ('01938d2a-0000-7000-8000-000000000011', '01938d2a-0000-7000-8000-000000000001',
         'customer_cancel', 'before_acceptance', null, null, 'back', 100, false),
        ('01938d2a-0000-7000-8000-000000000012', '01938d2a-0000-7000-8000-000000000001',
         'customer_cancel', 'early', 180, null, 'back', 100, false),
        ('01938d2a-0000-7000-8000-000000000013', '01938d2a-0000-7000-8000-000000000001',
         'customer_cancel', 'late', null, null, 'kept', 50, true),
        ('01938d2a-0000-7000-8000-000000000014', '01938d2a-0000-7000-8000-000000000001',
         'hand_back', 'free', 15, 3, 'held', 100, false),
        ('01938d2a-0000-7000-8000-000000000015', '01938d2a-0000-7000-8000-000000000001',
         'hand_back', 'later', null, null, 'held', 0, true)
    `);
  }

  override down() {
    this.addSql("drop table visit_decisions");
    this.addSql("drop table visit_rules");
    this.addSql("drop table visit_rule_versions");
  }
}
