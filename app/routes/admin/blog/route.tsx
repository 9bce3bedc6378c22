import type { LinksFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { blogDesk } from "#app/parts/catalog/blog-desk.server.ts";
import { DeskListScreen } from "#app/parts/lists/desk-list.tsx";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import blog from "#app/styles/blog.css?url";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Popover } from "#app/ui/desk/popover.tsx";
import { RowSwitch } from "#app/ui/desk/switch.tsx";
import type { Looks } from "#app/ui/list/columns.tsx";
import { CardName, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { showDate } from "#modules/kernel/clock.ts";
import { blogAction } from "./actions.server.ts";
import { BlogDialog } from "./dialogs.tsx";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: blog }];
export const handle = {
  title: "common.blog",
  fills: true,
  failures: {
    add: "blog.submitFailed",
    edit: "blog.submitFailed",
    switch: "blog.statusFailed",
    delete: "blog.deleteFailed",
  },
} satisfies Handle;

export const loader = deskPage(blogDesk);
export const action = blogAction;

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];

/** The blog manager (R436, R437). */
export default function Blog() {
  const view = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  const to = useListAddress();
  const day = (at: Date | string | null) => (at ? showDate(at, locale) : "-");
  const looks: Looks<Row> = {
    title: { look: "id", show: (row) => <Title row={row} /> },
    status: { show: (row) => <Status row={row} /> },
    categories: { look: "soft", cut: 40 },
    summary: { look: "soft", cut: 60 },
    published: { show: (row) => day(row.publishedAt) },
    created: { look: "soft", show: (row) => day(row.createdAt) },
  };
  return (
    <DeskListScreen<Row>
      view={view}
      looks={looks}
      nameOf={({ title }) => title}
      open={({ id }) => to({ act: "view", of: id })}
      acts={(row) => <Acts row={row} />}
      card={(row) => (
        <>
          <CardName>
            <Link className="text-inherit" to={to({ act: "view", of: row.id })} preventScrollReset>
              {row.title}
            </Link>
          </CardName>
          <Status row={row} />
          <CardText>{`${row.author} · ${row.categories.join(", ")} · ${day(row.publishedAt)}`}</CardText>
        </>
      )}
      none={say("blog.none")}
    >
      {view.also?.dialog && <BlogDialog dialog={view.also.dialog} closeTo={to({})} />}
    </DeskListScreen>
  );
}

/** The title beside the post's picture; a press previews it. */
function Title({ row: { id, title, summary, imageBlobId } }: { row: Row }) {
  const to = useListAddress();
  return (
    <span className="flex items-center gap-2" title={summary}>
      {imageBlobId ? (
        <img
          className="inline-flex shrink-0 items-center justify-center w-10 h-7.5 border border-rim rounded-md bg-sand text-soft object-cover"
          src={`/files/${imageBlobId}`}
          alt=""
          width={40}
          height={30}
          loading="lazy"
        />
      ) : (
        <span
          className="inline-flex shrink-0 items-center justify-center w-10 h-7.5 border border-rim rounded-md bg-sand text-soft object-cover"
          aria-hidden="true"
        >
          <Icon name="file-text" />
        </span>
      )}
      <Link className="truncate" to={to({ act: "view", of: id })} preventScrollReset>
        <b>{title}</b>
      </Link>
    </span>
  );
}

/** Whether everybody reads it; the switch changes that at once. */
function Status({ row: { id, title, isActive } }: { row: Row }) {
  const say = useSay();
  const word = say(isActive ? "common.active" : "common.inactive");
  return (
    <RowSwitch
      on={isActive}
      label={say("common.wordName", { name: title, word })}
      word={word}
      fields={{ blogId: id }}
      name="active"
      values={["false", "true"]}
    />
  );
}

function Acts({ row: { id, title } }: { row: Row }) {
  const say = useSay();
  const to = useListAddress();
  return (
    <span className="inline-flex items-center justify-end">
      <Link
        className="d-btn"
        to={to({ act: "edit", of: id })}
        preventScrollReset
        aria-label={say("blog.editOf", { name: title })}
      >
        {say("common.edit")}
      </Link>
      <Popover
        kind="menu"
        at="end"
        label={say("desk.moreFor", { what: title })}
        className="d-btn d-btn-icon"
        summary={<Icon name="ellipsis" />}
      >
        <Link to={to({ act: "view", of: id })} preventScrollReset>
          {say("blog.preview")}
        </Link>
        <Link to={to({ act: "delete", of: id })} preventScrollReset>
          {say("common.delete")}
        </Link>
      </Popover>
    </span>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
