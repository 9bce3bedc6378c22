import { Migration } from "@mikro-orm/migrations";

/**
 * A center is DRAFTED (2), IN_ACTIVE (-1), ACTIVE (1) or DELETED (0). Those stored as inactive (2) and as rejected (3) are
 * IN_ACTIVE; that a center was rejected stands in the reason, which is the operators' last remark where there is one.
 * Saved views and prepared files of the rejected ones show the inactive ones.
 */
export class ACentersStateHasTheSpecifiedNumber extends Migration {
  override up() {
    this.addSql("alter table centers add column rejection_reason text");
    this.addSql("alter table centers drop constraint centers_is_active_check");
    this.addSql(`
      update centers c set is_active = -1, rejection_reason = coalesce(
          (select h.data->>'remark' from history h
            where h.subject = 'center' and h.subject_id = c.id and trim(h.data->>'remark') <> ''
            order by h.at desc, h.id desc limit 1),
          'Rejected before reasons were stored')
       where is_active = 3;
    `);
    this.addSql("update centers set is_active = -1 where is_active = 2");
    this.addSql(`
      alter table centers
        add constraint centers_is_active_check check (is_active in (2, -1, 1, 0)),
        add constraint centers_rejection_check
          check (rejection_reason is null or (is_active in (-1, 0) and trim(rejection_reason) <> ''));
    `);
    this.addSql(`
      update list_views set query = replace(query, 'status=REJECTED', 'status=IN_ACTIVE')
       where list = 'centers' and query like '%status=REJECTED%';
    `);
    this.addSql(`
      update exports set filter = jsonb_set(filter, '{status}', '"IN_ACTIVE"')
       where list = 'centers' and filter->>'status' = 'REJECTED';
    `);
  }

  /** A draft becomes a rejected center, the only state of before in which a center may do as little. */
  override down() {
    this.addSql("alter table centers drop constraint centers_rejection_check");
    this.addSql("alter table centers drop constraint centers_is_active_check");
    this.addSql(`
      update centers set is_active = case
          when is_active = 2 or rejection_reason is not null then 3
          else 2 end
       where is_active in (2, -1);
    `);
    this.addSql("alter table centers add constraint centers_is_active_check check (is_active in (0, 1, 2, 3))");
    this.addSql("alter table centers drop column rejection_reason");
  }
}
