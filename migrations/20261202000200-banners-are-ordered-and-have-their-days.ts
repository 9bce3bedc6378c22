import { Migration } from "@mikro-orm/migrations";

/** Pictures that are shown above the booking form, in an order an admin chooses and on the days it says. */
export class BannersAreOrderedAndHaveTheirDays extends Migration {
  override up() {
    this.addSql(`
      create table banners (
        id uuid primary key,
        image_blob_id uuid references blobs (id),
        says text,
        is_active boolean not null default true,
        position integer not null,
        from_date timestamptz(3),
        to_date timestamptz(3),
        version integer not null default 1,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        check (from_date is null or to_date is null or from_date <= to_date)
      )
    `);
    this.addSql("create unique index banners_image on banners (image_blob_id)");
  }

  override down() {
    this.addSql("drop table banners");
  }
}
