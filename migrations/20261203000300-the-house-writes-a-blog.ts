import { Migration } from "@mikro-orm/migrations";

/** Posts of the blog: found by their address, listed as operators see them, and by the day they were published. */
export class TheHouseWritesABlog extends Migration {
  override up() {
    this.addSql(`
      create table blogs (
        id uuid primary key,
        slug text not null,
        title text not null,
        author text not null,
        summary text not null,
        content text not null,
        categories text[] not null,
        image_blob_id uuid references blobs (id),
        is_active boolean not null,
        published_at timestamptz(3),
        version integer not null default 1,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        check (not is_active or published_at is not null)
      )
    `);
    this.addSql("create unique index blogs_slug on blogs (slug)");
    this.addSql("create unique index blogs_image on blogs (image_blob_id)");
    this.addSql("create index blogs_newest on blogs (created_at, id)");
    this.addSql("create index blogs_active on blogs (created_at, id) where is_active");
    this.addSql("create index blogs_published on blogs (published_at, id) where is_active");
    this.addSql("create index blogs_category on blogs using gin (categories) where is_active");
  }

  override down() {
    this.addSql("drop table blogs");
  }
}
