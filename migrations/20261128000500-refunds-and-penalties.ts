import { Migration } from "@mikro-orm/migrations";

/** What admins return to a center or take from it for a request, with the center's objection to a penalty. */
export class RefundsAndPenalties extends Migration {
  override up() {
    this.addSql(`
      create table adjustments (
        id uuid not null,
        kind text not null,
        ticket_id uuid not null,
        center_id uuid not null,
        amount_paise bigint not null,
        remarks text not null,
        state text not null,
        author_id uuid not null,
        created_at timestamptz(3) not null,
        decided_by uuid,
        decided_at timestamptz(3),
        decision_remarks text,
        moved_at timestamptz(3),
        objection text,
        objection_text text,
        objection_picture_id uuid,
        objected_at timestamptz(3),
        settled_by uuid,
        settled_at timestamptz(3),
        settlement_remarks text,
        primary key (id)
      );
    `);
    this.addSql(`
      alter table adjustments
        add foreign key (ticket_id) references tickets (id),
        add foreign key (center_id) references centers (id),
        add check (kind in ('Refund', 'Penalty')),
        add check (amount_paise > 0 and amount_paise % 100 = 0),
        add check (state in ('WAITING', 'DONE', 'REFUSED', 'WITHDRAWN')),
        add check ((state = 'DONE') = (moved_at is not null)),
        add check ((decided_at is null) = (decided_by is null)),
        add check (state <> 'WAITING' or decided_at is null),
        add check (state not in ('REFUSED', 'WITHDRAWN') or decided_at is not null),
        add check (decided_by is null or (decided_by = author_id) = (state = 'WITHDRAWN')),
        add check (objection in ('OPEN', 'UPHELD', 'RETURNED')),
        add check (objection is null or (kind = 'Penalty' and state = 'DONE')),
        add check ((objection is null) = (objected_at is null) and (objection is null) = (objection_text is null)),
        add check (objection_picture_id is null or objection is not null),
        add check ((coalesce(objection, 'OPEN') = 'OPEN') = (settled_at is null)),
        add check ((settled_at is null) = (settled_by is null)),
        add check (settled_by <> author_id);
    `);
    this.addSql("create index adjustments_list on adjustments (created_at desc, id desc)");
    this.addSql(`
      create index adjustments_to_decide on adjustments (created_at desc, id desc)
        where state = 'WAITING' or objection = 'OPEN';
    `);
    this.addSql("create index adjustments_ticket on adjustments (ticket_id, center_id)");
    this.addSql("create index adjustments_center on adjustments (center_id, created_at desc, id desc)");
    this.addSql(`
      create unique index adjustments_picture on adjustments (objection_picture_id)
        where objection_picture_id is not null;
    `);
  }

  override down() {
    this.addSql("drop table adjustments");
  }
}
