import { activeClients, activeServices, defaultOfferCode } from "#modules/catalog/index.ts";
import { states } from "#modules/catalog/shared.ts";
import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { day, fromNow, istDate } from "#modules/kernel/clock.ts";
import { type Template, templateBook, templateCsv } from "#modules/kernel/files/sheets/sheet-template.server.ts";
import { needMay } from "../policy.ts";
import { maySet } from "../rights/field-rights.ts";
import { timePreferenceTypes } from "../time-preference.ts";
import { uploadColumns } from "./checked-row.ts";
import { type ColumnName, templateColumns } from "./columns.ts";

type Choices = Partial<Record<ColumnName, readonly string[]>>;

/** The allowed values of the columns with a choice, for this admin now. */
export async function uploadChoices(actor: Actor): Promise<Choices> {
  const services = (await activeServices()).filter(({ pickDrop }) => !pickDrop);
  const own = isClient(actor);
  return {
    "Service provided for": services.map(({ serviceName }) => serviceName),
    ...(!own && { "Client Id": (await activeClients(actor)).map(({ clientName }) => clientName) }),
    "Country code": ["+91"],
    State: states.map(({ name }) => name),
    Country: ["INDIA"],
    "Time preference type": timePreferenceTypes,
    ...(maySet(actor, "markedPaid") && { "Is paid ticket": ["true", "false"] }),
  };
}

/** The template as it is downloaded. */
type TemplateFile = { bytes: Uint8Array<ArrayBuffer>; name: string; mime: string };

const templateOf = async (actor: Actor): Promise<Template<ColumnName>> => {
  needMay(actor, "addRequests");
  const choices = await uploadChoices(actor);
  return { title: "Requests", columns: uploadColumns(actor), example: example(choices), choices };
};

/** The template as CSV: its columns with an example. */
export async function uploadTemplateCsv(actor: Actor): Promise<TemplateFile> {
  const bytes = templateCsv(await templateOf(actor));
  return { bytes, name: "upload-template.csv", mime: "text/csv; charset=utf-8" };
}

/**
 * Returns the template of an upload as a workbook: its columns with an example, drop-downs where there is a choice, and
 * a sheet of the allowed values.
 */
export async function uploadTemplate(actor: Actor): Promise<TemplateFile> {
  const bytes = await templateBook(await templateOf(actor));
  const mime = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  return { bytes, name: "upload-template.xlsx", mime };
}

/** An example row, which is to be replaced by the uploader's own. */
const example = (choices: Choices): Partial<Record<ColumnName, string>> => ({
  ...Object.fromEntries(templateColumns.map((column) => [column.name, column.example ?? ""])),
  "Client Id": choices["Client Id"]?.[0] ?? "",
  "Service provided for": choices["Service provided for"]?.[0] ?? "",
  "Specific date and time": `${istDate(fromNow(2 * day))
    .split("-")
    .toReversed()
    .join("/")} 10:30`,
  "Offer code": defaultOfferCode(),
});
