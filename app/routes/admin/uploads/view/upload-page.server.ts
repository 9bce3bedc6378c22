import type { z } from "zod";
import type { Actor } from "#modules/kernel/actor.ts";
import {
  type Upload,
  uploadBeginning,
  uploadChoices,
  uploadColumns,
  uploadLines,
  uploadView,
} from "#modules/tickets/index.ts";
import type { UploadView } from "#modules/tickets/shared.ts";

const pageRows = 25;

/** The tabs of an upload's rows that have any, as of its state. */
function tabsOf({ counts, state }: Upload) {
  const tabs = [
    { rows: "wrong", n: counts.wrong },
    { rows: "known", n: counts.known },
    { rows: "ready", n: counts.ready },
    { rows: "accepted", n: counts.accepted },
  ] as const;
  // Rows come while the file is read; their tabs would jump about.
  return state === "checking" ? [] : tabs.filter(({ n }) => n > 0);
}

/** An upload with a page of its rows, 25 at most: of a dry run those that are wrong first, with what may stand in them. */
export async function uploadPage(admin: Actor, { id, rows, after = 0, act }: z.output<typeof UploadView>) {
  const upload = await uploadView(admin, { id });
  const tabs = tabsOf(upload);
  const shown = (tabs.find((tab) => tab.rows === rows) ?? tabs[0])?.rows;
  const fetched = shown ? await uploadLines(admin, { id, of: shown, after, take: pageRows + 1 }) : [];
  const lines = fetched.slice(0, pageRows);
  return {
    upload,
    columns: uploadColumns(admin),
    tabs,
    shown: shown ?? null,
    lines,
    next: fetched.length > pageRows ? lines.at(-1)!.row : null,
    onOtherPage: after > 0,
    act: act ?? null,
    beginning: act === "heading" && upload.state === "unmapped" ? await uploadBeginning(admin, { id }) : [],
    errors: act === "errors" && isRead(upload) ? await errorsIn(admin, upload) : [],
    choices: upload.state === "checked" && shown === "wrong" ? await uploadChoices(admin) : {},
  };
}
/** Whether all rows are read, so that those that are wrong are known. */
const isRead = ({ state }: Upload) => state === "checked" || state === "done" || state === "cancelled";

const errorsIn = (admin: Actor, { id, counts }: Upload) =>
  counts.wrong > 0 ? uploadLines(admin, { id, of: "wrong", after: 0, take: pageRows }) : [];

export type UploadPageView = Awaited<ReturnType<typeof uploadPage>>;
