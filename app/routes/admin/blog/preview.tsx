import { BlogArticle } from "#app/parts/catalog/blog-article.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { sheet } from "#app/ui/dialog/sheet-look.ts";
import { SheetView } from "#app/ui/dialog/sheet-view.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { now } from "#modules/kernel/clock.ts";

type Post = Parameters<typeof BlogArticle>[0]["post"];
type Previewed = { intent?: string; result?: Omit<Post, "publishedAt"> };

/**
 * Shows what the form holds as readers would see it: its page is sent it (`to`), and its answer has the preview. Without
 * JavaScript a draft is saved and previewed from the list.
 */
export function PreviewButton({ to }: { to: string }) {
  const say = useSay();
  return (
    <span className="contents" hidden data-enhance="preview" data-holds="hidden" data-to={to}>
      <Button type="button" tone="quiet">
        {say("blog.preview")}
      </Button>
      <span role="alert" className="wrong-now" data-none={say("blog.previewFailed")} />
    </span>
  );
}

/** What was written, as its readers would see it: shown by the form that asked for it. */
export function Preview({ publishedAt }: { publishedAt: Date | string | null }) {
  const say = useSay();
  const answer = useAnswer<Previewed>();
  if (answer?.intent !== "preview" || !answer.result) return null;
  return (
    <dialog aria-labelledby="look-title" className={sheet} data-preview="">
      <div className="px-6">
        <h2 id="look-title" className="mb-1" tabIndex={-1}>
          {say("blog.preview")}
        </h2>
      </div>
      <SheetView
        label={say("blog.preview")}
        className="post-view"
        foot={
          <Button type="button" data-close="">
            {say("common.close")}
          </Button>
        }
      >
        <p className="text-soft">{say("blog.previewHint")}</p>
        <BlogArticle preview post={{ ...answer.result, publishedAt: publishedAt ?? now() }} />
      </SheetView>
    </dialog>
  );
}
