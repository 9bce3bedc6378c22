import { Migration } from "@mikro-orm/migrations";

/** Feedback is a list, newest first, also of one kind; how centers and technicians are rated is counted as it comes. */
export class FeedbackIsListedAndRated extends Migration {
  override up() {
    this.addSql("create index feedback_links_list on feedback_links (created_at desc, id desc)");
    this.addSql(
      "create index feedback_links_given on feedback_links (created_at desc, id desc) where used_at is not null",
    );
    this.addSql(
      "create index feedback_links_awaited on feedback_links (created_at desc, id desc) where used_at is null",
    );
    this.addSql(`
      create table feedback_ratings (
        owner text not null check (owner in ('center', 'technician')),
        owner_id uuid not null,
        given integer not null check (given > 0),
        total numeric(12,1) not null,
        primary key (owner, owner_id)
      );
    `);
    for (const owner of ["center", "technician"])
      this.addSql(`
        insert into feedback_ratings (owner, owner_id, given, total)
        select '${owner}', t.${owner}_id, count(*), sum(f.over_all_rating)
          from feedbacks f join tickets t on t.id = f.ticket_id
         where t.${owner}_id is not null group by t.${owner}_id
      `);
  }

  override down() {
    this.addSql("drop table feedback_ratings");
    for (const name of ["list", "given", "awaited"]) this.addSql(`drop index feedback_links_${name}`);
  }
}
