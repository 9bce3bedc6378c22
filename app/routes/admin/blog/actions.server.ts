import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import type { FormValue } from "#app/http/request/form.server.ts";
import { blogDesk } from "#app/parts/catalog/blog-desk.server.ts";
import { listIntents } from "#app/parts/lists/desk-actions.server.ts";
import { saySwitched } from "#app/parts/lists/say-switched.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import {
  addBlog,
  blogPermission,
  changeBlog,
  deleteBlog,
  previewOf,
  storeBlogPicture,
  switchBlog,
} from "#modules/catalog/index.ts";
import { AddBlog, BlogChangeForm, BlogRef, PreviewBlog, SwitchBlog } from "#modules/catalog/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { pictureFiles } from "./picture-files.ts";

/** The list without its dialog, the row of the act marked. */
const back = (did: string | null, { url }: Pick<Door, "url">) => addressWith(url, { act: null, of: null, did });

/** Without JavaScript the picture comes with the form; it is stored before the rest is validated. */
async function keepPicture(admin: ActorOf<"admin">, fields: Map<string, FormValue[]>) {
  const upload = fields.get("picture")?.find((value) => typeof value !== "string");
  fields.delete("picture");
  if (upload) fields.set("pictureId", [(await storeBlogPicture(admin, { upload })).pictureId]);
}

const keeping = { can: blogPermission, limit: formLimit, once: "in its transaction" } as const;
const withPicture = { files: pictureFiles, prepare: keepPicture } as const;

/** What an admin does with posts; each act is told in the specified words (R437). */
export const blogAction = adminActions({
  add: {
    fresh: none("Shows what was written to everybody, for no money"),
    ...keeping,
    ...withPicture,
    input: AddBlog,
    run: async (admin, input, door) => {
      const { id } = await addBlog(admin, input);
      door.toast("blog.added");
      return door.go(back(id, door));
    },
  },
  edit: {
    fresh: none("Shows what was written to everybody, for no money"),
    ...keeping,
    ...withPicture,
    input: BlogChangeForm,
    run: (admin, input) => changeBlog(admin, input),
    say: "blog.updated",
    to: ({ blogId }, door) => back(blogId, door),
  },
  preview: {
    fresh: none("Shows to its writer what is being written, and stores nothing"),
    can: blogPermission,
    limit: formLimit,
    unkeyed: "It stores nothing",
    input: PreviewBlog,
    run: (admin, { title = "", author = "", summary = "", categories = "", content = "", pictureId }) => ({
      title,
      author,
      summary,
      html: previewOf(admin, content),
      categories: [...new Set(categories.split(",").map((name) => name.trim()))].filter(Boolean),
      picture: pictureId ? `/files/${pictureId}` : null,
    }),
  },
  switch: {
    fresh: none("Shows what was written to everybody, for no money"),
    ...keeping,
    failed: "blog.statusFailed",
    input: SwitchBlog,
    run: async (admin, input, door) => {
      const done = await switchBlog(admin, input);
      saySwitched(door, done, { on: "blog.switchedOn", off: "blog.switchedOff" });
      return door.go(back(input.blogId, door));
    },
  },
  delete: {
    fresh: none("Shows what was written to everybody, for no money"),
    ...keeping,
    failed: "blog.deleteFailed",
    input: BlogRef,
    run: deleteBlog,
    say: "blog.deleted",
    to: (_input, door) => back(null, door),
  },
  ...listIntents(blogDesk),
});
