import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, updatedAt, words } from "#modules/kernel/db/columns.ts";

/** A post of the blog; everybody reads it while it is active, and nobody outside while it is not. */
export const BlogSchema = defineEntity({
  name: "Blog",
  tableName: "blogs",
  properties: {
    id: primaryKey(),
    /** The last part of its public address; made from its first title, and kept when the title changes. */
    slug: words(),
    title: words(),
    author: words(),
    summary: words(),
    /** HTML of the allow-list (rich-text.ts). */
    content: words(),
    categories: p.array(),
    imageBlobId: p.uuid().nullable(),
    isActive: p.boolean(),
    /** When it was first active; null for a draft. */
    publishedAt: instant().nullable(),
    version: p.integer().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Blog = InferEntity<typeof BlogSchema>;
