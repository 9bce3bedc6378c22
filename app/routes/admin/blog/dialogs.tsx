import { BlogArticle, postAddress } from "#app/parts/catalog/blog-article.tsx";
import type { BlogDialogView } from "#app/parts/catalog/blog-desk.server.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { SheetView } from "#app/ui/dialog/sheet-view.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { CancelLink } from "#app/ui/form/form-foot.tsx";
import { BlogForm } from "./blog-form.tsx";

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
      <SheetView
        label={say("blog.preview")}
        className="post-view"
        foot={
          <>
            <CancelLink to={closeTo} word={say("common.close")} />
            {blog.isActive && (
              <a className="link" href={postAddress(blog.slug)} target="_blank" rel="noreferrer">
                {say("blog.open")}
              </a>
            )}
          </>
        }
      >
        {!blog.isActive && <p className="text-soft">{say("blog.draftHint")}</p>}
        <BlogArticle
          preview
          post={{ ...blog, html: blog.content, picture: blog.imageBlobId && `/files/${blog.imageBlobId}` }}
        />
      </SheetView>
    </AddressDialog>
  );
}
