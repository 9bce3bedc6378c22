import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions, adminPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { FormValue } from "#app/http/request/form.server.ts";
import { clientOptions } from "#app/parts/clients/client-options.server.ts";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { SelectField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { clientNameOf } from "#modules/catalog/index.ts";
import { type ActorOf, isClient } from "#modules/kernel/actor.ts";
import { sheetLimits } from "#modules/kernel/files/sheets/sheet-limits.ts";
import { lenient } from "#modules/kernel/validation.ts";
import { beginStored, storeUpload } from "#modules/tickets/index.ts";
import { BeginForClient, BeginUpload } from "#modules/tickets/shared.ts";
import { errorsOf } from "../view/errors-address.ts";
import { SheetField } from "./sheet-field.tsx";

export const handle = { title: "uploads.new" } satisfies Handle;

/** The lists an upload is begun from. */
const lists = { b2b: "/b2b-ticket", client: "/all-client-ticket", add: "/add-client-ticket", center: "/center-ticket" };
const from = lenient(z.enum(Object.keys(lists) as [keyof typeof lists]));

export const loader = adminPage(
  { can: "add_ticket", query: z.object({ from }) },
  async (admin, { from: list }, door) => {
    const own = isClient(admin) && admin.clientId ? await clientNameOf(admin, admin.clientId) : null;
    return {
      clients: own ? null : await clientOptions(admin, door),
      ownClient: own,
      // Of center requests each row may name another client.
      mustChoose: list !== "center",
      back: list ? lists[list] : "/uploads",
    };
  },
);

const files = { names: ["file"], most: 1, bytes: sheetLimits.bytes } as const;

/** The file is stored before the rest is looked at, so that a refusal keeps it. */
async function keepFile(admin: ActorOf<"admin">, fields: Map<string, FormValue[]>) {
  const file = fields.get("file")?.find((value) => typeof value !== "string");
  fields.delete("file");
  if (!file && fields.get("fileId")?.at(-1)) return;
  const { fileId, fileName } = await storeUpload(admin, file);
  fields.set("fileId", [fileId]);
  fields.set("fileName", [fileName]);
}

const beginning = { can: "add_ticket", limit: formLimit, files, prepare: keepFile } as const;

const run = async (admin: ActorOf<"admin">, input: z.output<typeof BeginUpload>) => beginStored(admin, input);

export const action = adminActions({
  begin: {
    fresh: none("Only reads a file"),
    ...beginning,
    input: BeginUpload,
    once: "in its transaction",
    run: async (admin, input, door) => door.go(errorsOf(await run(admin, input))),
  },
  beginForClient: {
    fresh: none("Only reads a file"),
    ...beginning,
    input: BeginForClient,
    once: "in its transaction",
    run: async (admin, input, door) => door.go(errorsOf(await run(admin, input))),
  },
});

/** The form of an upload: its client and its file (R305, R306). */
export default function NewUpload() {
  const { clients, ownClient, mustChoose, back } = useLoaderData<typeof loader>();
  const say = useSay();
  const intent = mustChoose && clients ? "beginForClient" : "begin";
  return (
    <div className="mx-auto max-w-xl">
      <h1>{say("uploads.new")}</h1>
      <p className="mb-5 text-soft">
        {say("uploads.newLead")}{" "}
        <Link className="link" to="/download-format">
          {say("uploads.format")}
        </Link>{" "}
        ·{" "}
        <Link className="link" to="/uploads">
          {say("uploads.back")}
        </Link>
      </p>
      <ErrorSummary intent={intent} />
      <Form
        intent={intent}
        schema={intent === "begin" ? BeginUpload : BeginForClient}
        encType="multipart/form-data"
        className="grid gap-4"
        data-enhance="complete"
      >
        {clients ? (
          <SelectField
            name="clientId"
            label={say("common.client")}
            {...clients}
            {...(!mustChoose && { hint: say("uploads.clientHint"), empty: say("uploads.clientOfRow") })}
            required={mustChoose}
          />
        ) : (
          <p>
            {say("common.client")}: <strong>{ownClient}</strong>
          </p>
        )}
        <SheetField />
        <div className="flex flex-wrap gap-3">
          <Button>
            <span className="in-aria-busy:hidden">{say("uploads.check")}</span>
            <span className="hidden in-aria-busy:inline">{say("uploads.sending")}</span>
          </Button>
          <ButtonLink tone="quiet" to={back}>
            {say("shell.cancel")}
          </ButtonLink>
        </div>
        <p className="text-soft">{say("uploads.dryRunFirst")}</p>
      </Form>
    </div>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
