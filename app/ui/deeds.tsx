import { useFetcher } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import type { z } from "zod";
import type { MessageKey, MessageParams } from "#modules/kernel/messages/index.ts";
import { Button, type Tone } from "./button.tsx";
import { ConsoleDialog } from "./dialog.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { Form, FormKey } from "./form.tsx";
import type { IconName } from "./icon.tsx";
import { useSay } from "./say.tsx";

/** What can be done to a row: a button, one that asks first, or one that opens a small form. */
export type Deed<Row> = {
  intent: string;
  label: string;
  icon?: IconName;
  tone?: Tone;
  /** Not offered where it cannot be done. */
  when?: (row: Row) => boolean;
  /** The question asked first; it names the object. */
  confirm?: (row: Row) => string;
  /** A small form in a dialog; the fields are those of fields.tsx. */
  form?: {
    schema: z.ZodType;
    fields: (row: Row) => ReactNode;
    values?: (row: Row) => Record<string, string>;
    files?: boolean;
  };
};

type DeedsProps<Row> = { row: Row; deeds: readonly Deed<Row>[]; name: string; id: string };

/** The deeds of one row; `name` is the field its id is sent as. Without JavaScript plain ones still work. */
export function Deeds<Row>({ row, deeds, name, id }: DeedsProps<Row>) {
  const offered = deeds.filter(({ when }) => !when || when(row));
  return (
    <div className="flex flex-wrap gap-2">
      {offered.map((deed) => (
        <DeedButton key={deed.intent} deed={deed} row={row} name={name} id={id} />
      ))}
    </div>
  );
}

function DeedButton<Row>({ deed, row, name, id }: { deed: Deed<Row>; row: Row; name: string; id: string }) {
  const say = useSay();
  const fetcher = useFetcher<{ problem?: MessageKey; params?: MessageParams }>({ key: `${deed.intent}:${id}` });
  const [open, setOpen] = useState(false);
  const busy = fetcher.state !== "idle";
  useEffect(() => {
    if (fetcher.state === "loading" && !fetcher.data?.problem) setOpen(false);
  }, [fetcher.state, fetcher.data]);
  const look = { tone: deed.tone ?? "quiet", small: true, icon: deed.icon, disabled: busy } as const;
  const hidden = <input type="hidden" name={name} value={id} />;
  if (!deed.form && !deed.confirm) {
    return (
      <fetcher.Form method="post">
        <FormKey />
        {hidden}
        <Button name="intent" value={deed.intent} {...look}>
          {deed.label}
        </Button>
        {fetcher.data?.problem && (
          <span role="alert" className="wrong">
            {say(fetcher.data.problem, fetcher.data.params)}
          </span>
        )}
      </fetcher.Form>
    );
  }
  return (
    <>
      <Button type="button" onClick={() => setOpen(true)} {...look}>
        {deed.label}
      </Button>
      <ConsoleDialog open={open} onClose={() => setOpen(false)} title={deed.label}>
        <ErrorSummary outcome={fetcher.data ?? {}} prefix={`${id}-`} />
        <Form
          schema={deed.form?.schema as z.ZodType}
          intent={deed.intent}
          outcome={fetcher.data ?? {}}
          prefix={`${id}-`}
          values={deed.form?.values?.(row) ?? {}}
          navigate={false}
          fetcherKey={`${deed.intent}:${id}`}
          encType={deed.form?.files ? "multipart/form-data" : "application/x-www-form-urlencoded"}
          className="grid gap-4"
        >
          {hidden}
          {deed.confirm && <p>{deed.confirm(row)}</p>}
          {deed.form?.fields(row)}
          <div className="flex flex-wrap gap-3">
            <Button tone={deed.tone === "danger" ? "danger" : "main"} disabled={busy}>
              {deed.label}
            </Button>
            <Button type="button" tone="quiet" onClick={() => setOpen(false)}>
              {say("shell.cancel")}
            </Button>
          </div>
        </Form>
      </ConsoleDialog>
    </>
  );
}
