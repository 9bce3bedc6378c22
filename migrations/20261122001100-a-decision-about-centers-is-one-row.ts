import { Migration } from "@mikro-orm/migrations";

/** What was decided about the centers of a ticket was a row for each, checked and indexed one by one; now it is one. */
export class ADecisionAboutCentersIsOneRow extends Migration {
  override up() {
    this.addSql("alter table match_reasons rename to match_reasons_by_center");
    this.addSql(`
      create table match_reasons (
        ticket_id uuid not null,
        center_ids uuid[] not null,
        reasons text[] not null,
        decided_at timestamptz(3) not null
      );
    `);
    this.addSql(`
      insert into match_reasons
      select ticket_id, array_agg(center_id order by center_id), array_agg(reason order by center_id), max(decided_at)
        from match_reasons_by_center group by ticket_id
    `);
    this.addSql("drop table match_reasons_by_center");
    this.addSql(`
      alter table match_reasons
        add primary key (ticket_id),
        add foreign key (ticket_id) references tickets (id),
        add check (cardinality(center_ids) = cardinality(reasons)),
        add check (reasons <@ array['offered', 'same_center', 'not_needed', 'service', 'pincode', 'capacity', 'disabled', 'trial_over', 'refused']);
    `);
  }

  override down() {
    this.addSql("alter table match_reasons rename to match_reasons_by_ticket");
    this.addSql(`
      create table match_reasons (
        ticket_id uuid not null,
        center_id uuid not null,
        reason text not null,
        decided_at timestamptz(3) not null
      );
    `);
    this.addSql(`
      insert into match_reasons
      select ticket_id, decided.center_id, decided.reason, decided_at
        from match_reasons_by_ticket, unnest(center_ids, reasons) as decided (center_id, reason)
    `);
    this.addSql("drop table match_reasons_by_ticket");
    this.addSql(`
      alter table match_reasons
        add primary key (ticket_id, center_id),
        add foreign key (ticket_id) references tickets (id),
        add foreign key (center_id) references centers (id),
        add check (reason in ('offered', 'same_center', 'not_needed', 'service', 'pincode', 'capacity', 'disabled', 'trial_over', 'refused'));
    `);
  }
}
