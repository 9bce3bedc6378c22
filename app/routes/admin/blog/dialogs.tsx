import { BlogArticle, postAddress } from "#app/parts/catalog/blog-article.tsx";
import type { BlogDialogView } from "#app/parts/catalog/blog-desk.server.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { CancelLink, ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { BlogForm } from "./blog-form.tsx";
import { scrolled } from "./preview-button.tsx";

type Blog = NonNullable<BlogDialogView["blog"]>;

/** The dialog the address names: a new post, one to change or to look at, or the question before one is deleted. */
export function BlogDialog({ dialog: { act, blog }, closeTo }: { dialog: BlogDialogView; closeTo: string }) {
  const say = useSay();
  if (act === "delete" && blog)
    return (
      <AddressDialog title={say("blog.deleteTitle")} closeTo={closeTo}>
        <ConfirmForm
          intent="delete"
          fields={{ blogId: blog.id }}
          question={say("blog.deleteQuestion", { name: blog.title })}
          hint={say("blog.deleteHint")}
          act={say("common.delete")}
          closeTo={closeTo}
        />
      </AddressDialog>
    );
  if (act === "view" && blog) return <Preview blog={blog} closeTo={closeTo} />;
  return <BlogForm key={blog?.id ?? ""} blog={blog} closeTo={closeTo} />;
}

/** A stored post as its readers see it (R436). */
function Preview({ blog, closeTo }: { blog: Blog; closeTo: string }) {
  const say = useSay();
  return (
    <AddressDialog title={say("blog.preview")} closeTo={closeTo} side>
      <div className="d-sheet-view post-view">
        <section className="mid" aria-label={say("blog.preview")} {...scrolled}>
          {!blog.isActive && <p>{say("blog.draftHint")}</p>}
          <BlogArticle
            preview
            post={{ ...blog, html: blog.content, picture: blog.imageBlobId && `/files/${blog.imageBlobId}` }}
          />
        </section>
        <div className="foot">
          <CancelLink to={closeTo} word={say("common.close")} />
          {blog.isActive && (
            <a className="link" href={postAddress(blog.slug)} target="_blank" rel="noreferrer">
              {say("blog.open")}
            </a>
          )}
        </div>
      </div>
    </AddressDialog>
  );
}
