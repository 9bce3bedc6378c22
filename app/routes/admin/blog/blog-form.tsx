import type { BlogDialogView } from "#app/parts/catalog/blog-desk.server.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { choiceLook } from "#app/ui/form/choice-look.ts";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { AreaField, SelectField, TextField, VersionField } from "#app/ui/form/fields.tsx";
import { OnePicture } from "#app/ui/form/file/one-picture.tsx";
import { AddBlog, BlogChangeForm } from "#modules/catalog/shared.ts";
import { ContentField } from "./content-field.tsx";
import { Preview, PreviewButton } from "./preview.tsx";

/** What a picture may have at most (Q124). */
const mostPictureBytes = 1024 * 1024 - 1;

/** R438: one form creates and changes a post. */
export function BlogForm({ blog, closeTo }: { blog: BlogDialogView["blog"]; closeTo: string }) {
  const say = useSay();
  return (
    <AddressDialog title={say(blog ? "blog.editTitle" : "blog.addTitle")} closeTo={closeTo} side>
      <DialogForm
        intent={blog ? "edit" : "add"}
        schema={blog ? BlogChangeForm : AddBlog}
        encType="multipart/form-data"
        values={
          blog
            ? {
                title: blog.title,
                author: blog.author,
                summary: blog.summary,
                categories: blog.categories.join(", "),
                content: blog.content,
                pictureId: blog.imageBlobId,
              }
            : { active: "true" }
        }
        hidden={blog ? { blogId: blog.id } : {}}
        act={say(blog ? "common.save" : "blog.add")}
        extraButton={<PreviewButton to={blog ? `/blog?act=edit&of=${blog.id}` : "/blog?act=add"} />}
        closeTo={closeTo}
        sheet
        className="post-form"
        guarded
      >
        {blog && <VersionField value={blog.version} />}
        <TextField name="title" label={say("common.title")} hint={say("blog.nameHint")} maxLength={80} required />
        <div className="grid gap-3.5 sm:grid-cols-2">
          <TextField name="author" label={say("blog.author")} maxLength={60} required />
          <TextField
            name="categories"
            label={say("common.categories")}
            hint={say("blog.categoriesHint")}
            maxLength={256}
            required
          />
        </div>
        <AreaField
          name="summary"
          label={say("blog.summary")}
          hint={say("blog.summaryHint")}
          maxLength={300}
          rows={2}
          required
        />
        <ContentField label={say("blog.content")} hint={say("blog.contentHint")} />
        <OnePicture
          label={say("blog.pictureLabel")}
          hint={say("blog.pictureHint")}
          types={["image/jpeg", "image/png", "image/webp"]}
          most={{ bytes: mostPictureBytes, sentence: say("blog.pictureTooLarge"), toast: true }}
          to="/blog-pictures"
          at={(id) => `/files/${id}`}
          words={{
            sending: say("blog.pictureSending", { name: "{name}" }),
            sent: say("common.thePictureIsUploaded"),
            failed: say("common.pictureNotSaved", { reason: "{reason}" }),
          }}
        />
        {blog?.imageBlobId && (
          <label className={choiceLook}>
            <input type="checkbox" name="removePicture" value="yes" />
            <span>{say("blog.pictureRemove")}</span>
          </label>
        )}
        {!blog && (
          <SelectField
            name="active"
            label={say("blog.visible")}
            empty={false}
            options={(["true", "false"] as const).map((value) => ({ value, label: say(`blog.visible.${value}`) }))}
          />
        )}
      </DialogForm>
      <Preview publishedAt={blog?.publishedAt ?? null} />
    </AddressDialog>
  );
}
