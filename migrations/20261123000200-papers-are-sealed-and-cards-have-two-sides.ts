import { Migration } from "@mikro-orm/migrations";

/** A technician's masked Aadhaar card, front and back; identity papers lie encrypted on the disk. */
export class PapersAreSealedAndCardsHaveTwoSides extends Migration {
  override up() {
    this.addSql("alter table blobs add column sealed boolean not null default false");
    this.addSql("alter table technicians add column aadhar_front_blob_id uuid, add column aadhar_back_blob_id uuid");
    // Whether a paper is still somebody's is asked when it is replaced, and every night.
    this.addSql("create index blobs_papers on blobs (created_at) where owner_kind = 'center'");
    this.addSql("create index technicians_pan_blob on technicians (pan_blob_id) where pan_blob_id is not null");
    this.addSql(
      "create index technicians_front_blob on technicians (aadhar_front_blob_id) where aadhar_front_blob_id is not null",
    );
    this.addSql(
      "create index technicians_back_blob on technicians (aadhar_back_blob_id) where aadhar_back_blob_id is not null",
    );
    this.addSql(
      "create index technicians_face_blob on technicians (profile_picture_blob_id) where profile_picture_blob_id is not null",
    );
  }

  override down() {
    this.addSql("drop index technicians_face_blob");
    this.addSql("drop index technicians_back_blob");
    this.addSql("drop index technicians_front_blob");
    this.addSql("drop index technicians_pan_blob");
    this.addSql("drop index blobs_papers");
    this.addSql("alter table technicians drop column aadhar_front_blob_id, drop column aadhar_back_blob_id");
    this.addSql("alter table blobs drop column sealed");
  }
}
