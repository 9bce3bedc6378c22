import { Migration } from "@mikro-orm/migrations";

/** Files of long lists are for centers, onboarders and admins alike; who may not see the list any more gets none. */
export class ExportsBelongToAnybody extends Migration {
  override up() {
    this.addSql("alter table exports drop constraint exports_owner_kind_check");
    this.addSql("alter table exports add check (owner_kind in ('center', 'onboarder', 'admin'))");
    this.addSql("alter table exports add column refused_at timestamptz(3)");
  }

  override down() {
    this.addSql("delete from exports where owner_kind <> 'center'");
    this.addSql("alter table exports drop column refused_at");
    this.addSql("alter table exports drop constraint exports_owner_kind_check");
    this.addSql("alter table exports add check (owner_kind in ('center'))");
  }
}
