import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { UploadChip } from "#app/parts/uploads/upload-words.tsx";
import { Button, buttonLook } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { progressLook } from "#app/ui/feedback/progress.ts";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { LiveHint, LiveNews } from "#app/ui/shell/live.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { counted, figure } from "#modules/kernel/figure.ts";
import type { Upload } from "#modules/tickets/index.ts";
import { UploadView } from "#modules/tickets/shared.ts";
import { uploadActions } from "./actions.server.ts";
import { Columns } from "./columns.tsx";
import { ErrorsDialog } from "./errors-dialog.tsx";
import { HeadingDialog } from "./heading-dialog.tsx";
import { Processed } from "./processed.tsx";
import { Rows } from "./rows.tsx";
import { uploadPage } from "./upload-page.server.ts";

export const handle = { title: "uploads.one" } satisfies Handle;

export const loader = adminPage({ can: "add_ticket", query: UploadView }, uploadPage);
export const action = uploadActions;

const goesOn = ({ state }: Pick<Upload, "state">) => state === "checking" || state === "running" || state === "undoing";

/** One upload: how far it is, what is wrong with which row, and what can be done with it. */
export default function OneUpload() {
  const page = useLoaderData<typeof loader>();
  const { upload } = page;
  const say = useSay();
  const locale = useLocale();
  const at = `/uploads/${upload.id}`;
  return (
    <LiveNews path="/live/desk">
      <div className="max-w-270 grid gap-6">
        <header className="grid gap-2">
          <Link className="link justify-self-start" to="/uploads">
            {say("uploads.back")}
          </Link>
          <h1 className="break-all">{upload.fileName}</h1>
          <p role="status" className="flex flex-wrap items-center gap-3">
            <UploadChip state={upload.state} strong />
            <span>{upload.client ?? say("uploads.clientOfRow")}</span>
            <span className="text-soft">{showDateTime(new Date(upload.createdAt), locale)}</span>
          </p>
          {upload.reason && <p className="note">{say(upload.reason.key, upload.reason.params)}</p>}
        </header>
        <ErrorSummary />
        {upload.state === "unmapped" ? <Columns upload={upload} taken={page.columns} /> : <Counts upload={upload} />}
        {goesOn(upload) && <Going upload={upload} />}
        <Acts upload={upload} />
        {page.shown && <Rows page={page} />}
      </div>
      {page.errors.length > 0 && <ErrorsDialog upload={upload} lines={page.errors} closeTo={at} />}
      {page.beginning.length > 0 && <HeadingDialog rows={page.beginning} closeTo={at} />}
      {page.act === "cancel" && (upload.state === "checked" || upload.state === "unmapped") && (
        <AddressDialog title={say("uploads.throwAway")} closeTo={at}>
          <ConfirmForm
            intent="cancel"
            fields={{}}
            question={say("uploads.throwAwayAsk", { name: upload.fileName })}
            act={say("uploads.throwAway")}
            closeTo={at}
          />
        </AddressDialog>
      )}
      {page.act === "undo" && mayUndo(upload) && (
        <AddressDialog title={say("uploads.undo")} closeTo={at}>
          <ConfirmForm
            intent="undo"
            fields={{}}
            question={say("uploads.undoAsk", { ...counted(upload.counts.accepted), name: upload.fileName })}
            hint={say("uploads.undoHint")}
            act={say("uploads.undo")}
            closeTo={at}
          />
        </AddressDialog>
      )}
    </LiveNews>
  );
}

type Shown = Omit<Upload, "createdAt">;
type PartProps = { upload: Shown };

const mayUndo = ({ state, counts }: Shown) => (state === "done" || state === "cancelled") && counts.accepted > 0;

/** How many rows will be or were created, are wrong, or are there already. */
function Counts({ upload: { counts, state, hiddenRows, formulaCells } }: PartProps) {
  const say = useSay();
  const before = state === "checking" || state === "checked";
  const shown = [
    ...(before
      ? [["uploads.count.ready", counts.ready] as const]
      : state === "undone" || state === "undoing"
        ? [["uploads.count.undone", counts.undone] as const]
        : [["uploads.count.created", counts.accepted] as const]),
    ...(state === "running" ? [["uploads.count.ready", counts.ready] as const] : []),
    ["uploads.count.wrong", counts.wrong],
    ["uploads.count.known", counts.known],
  ] as const;
  if (state === "refused") return null;
  return (
    <section className="grid gap-3" aria-label={say("common.rows")}>
      <Processed upload={{ counts, state }} />
      <dl className="flex flex-wrap gap-6" data-counts>
        {shown.map(([label, n]) => (
          <div key={label}>
            <dt className="text-12 text-soft">{say(label)}</dt>
            <dd className="text-[1.5rem]/8 font-semibold tabular-nums">{figure(n)}</dd>
          </div>
        ))}
      </dl>
      {hiddenRows > 0 && <p className="note">{say("uploads.hiddenRows", counted(hiddenRows))}</p>}
      {formulaCells > 0 && <p className="note">{say("uploads.formulaCells", counted(formulaCells))}</p>}
      {counts.untaken > 0 && <p className="note">{say("uploads.untakenRows", counted(counts.untaken))}</p>}
    </section>
  );
}

/** What is being done, and that the page can be left. */
function Going({ upload: { state, counts } }: PartProps) {
  const say = useSay();
  const toDo = counts.ready + counts.accepted;
  return (
    <section className="grid gap-2">
      {state === "running" && (
        <progress className={progressLook} value={counts.accepted} max={toDo} aria-label={say("uploads.progress")} />
      )}
      <p className="text-soft">
        {state === "checking" && say("uploads.reading", { n: figure(counts.total) })}
        {state === "running" && say("uploads.creating", { n: figure(counts.accepted), total: figure(toDo) })}
        {state === "undoing" && say("uploads.undoing")} {say("uploads.mayLeave")}
      </p>
      <LiveHint />
    </section>
  );
}

/** What can be done with an upload in its state. */
function Acts({ upload }: PartProps) {
  const say = useSay();
  const { id, state, counts } = upload;
  const at = `/uploads/${id}`;
  const hasResult = counts.total > 0 && state !== "checking" && state !== "unmapped";
  return (
    <div className="flex flex-wrap items-center gap-3">
      {state === "checked" && counts.ready > 0 && (
        <Form intent="start">
          <Button>{say("uploads.create", counted(counts.ready))}</Button>
        </Form>
      )}
      {(state === "checking" || state === "running") && (
        <Form intent="cancel">
          <Button tone="quiet">{say("common.stop")}</Button>
        </Form>
      )}
      {(state === "checked" || state === "unmapped") && (
        <Link className={buttonLook({ tone: "quiet" })} to={`${at}?act=cancel`} preventScrollReset>
          {say("uploads.throwAway")}
        </Link>
      )}
      {hasResult &&
        (["xlsx", "csv"] as const).map((format) => (
          <a key={format} className={buttonLook({ tone: "quiet" })} href={`${at}/result?format=${format}`}>
            <Icon name="download" />
            {say("uploads.result", { format: format.toUpperCase() })}
          </a>
        ))}
      {mayUndo(upload) && (
        <Link className={buttonLook({ tone: "quiet" })} to={`${at}?act=undo`} preventScrollReset>
          {say("uploads.undo")}
        </Link>
      )}
    </div>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
