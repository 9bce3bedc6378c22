import { useState } from "react";
import { z } from "zod";
import { BlogArticle } from "#app/parts/catalog/blog-article.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { useHydrated } from "#app/ui/base/hydrated.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { sheet } from "#app/ui/dialog/sheet-look.ts";
import { SheetView } from "#app/ui/dialog/sheet-view.tsx";
import { useModal } from "#app/ui/dialog/use-modal.ts";
import { now } from "#modules/kernel/clock.ts";

type Written = Parameters<typeof BlogArticle>[0]["post"];

const Answer = z.object({ html: z.string() });

/** Shows what the form holds as readers would see it: by the server's own renderer, without saving anything. */
export function PreviewButton({ publishedAt }: { publishedAt: Date | string | null }) {
  const say = useSay();
  const hydrated = useHydrated();
  const [written, setWritten] = useState<Written | "failed">();
  // Without JavaScript a draft is saved and previewed from the list.
  if (!hydrated) return null;
  const look = async (form: HTMLFormElement) => {
    const formData = new FormData(form);
    const text = (name: string) => String(formData.get(name) ?? "").trim();
    const body = new URLSearchParams({ content: text("content") });
    try {
      const answer = await fetch("/blog-preview", { method: "POST", body });
      const { html } = Answer.parse(await answer.json());
      setWritten({
        title: text("title"),
        author: text("author"),
        summary: text("summary"),
        html,
        categories: text("categories")
          .split(",")
          .map((name) => name.trim())
          .filter((name, at, all) => name && all.indexOf(name) === at),
        publishedAt: publishedAt ?? now(),
        picture: text("pictureId") ? `/files/${text("pictureId")}` : null,
      });
    } catch {
      setWritten("failed");
    }
  };
  return (
    <>
      <Button
        type="button"
        tone="quiet"
        onClick={({ currentTarget }) => currentTarget.form && void look(currentTarget.form)}
      >
        {say("blog.preview")}
      </Button>
      {written === "failed" && (
        <span role="alert" className="wrong">
          {say("blog.previewFailed")}
        </span>
      )}
      {written && written !== "failed" && <Look written={written} close={() => setWritten(undefined)} />}
    </>
  );
}

function Look({ written, close }: { written: Written; close: () => void }) {
  const say = useSay();
  const box = useModal();
  return (
    <dialog
      ref={box}
      aria-labelledby="look-title"
      className={sheet}
      onCancel={(event) => {
        // It closes alone, not with the form behind it.
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <div className="px-6">
        <h2 id="look-title" className="mb-1" tabIndex={-1}>
          {say("blog.preview")}
        </h2>
      </div>
      <SheetView
        label={say("blog.preview")}
        className="post-view"
        foot={
          <Button type="button" onClick={close}>
            {say("common.close")}
          </Button>
        }
      >
        <p className="text-soft">{say("blog.previewHint")}</p>
        <BlogArticle preview post={written} />
      </SheetView>
    </dialog>
  );
}
