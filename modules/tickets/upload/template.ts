import { activeClients, activeServices, defaultOfferCode } from "#modules/catalog/index.ts";
import { states } from "#modules/catalog/shared.ts";
import { type Actor, need } from "#modules/kernel/actor.ts";
import { day, fromNow, istDate } from "#modules/kernel/clock.ts";
import { timePreferenceTypes } from "#modules/kernel/validation.ts";
import { type ColumnName, columnNames } from "./columns.ts";

/** Rows below the heading that have drop-downs. */
const ruledRows = 2_000;

type Choices = Partial<Record<ColumnName, readonly string[]>>;

/** What may stand in the columns that have a choice, for this admin now. */
export async function uploadChoices(actor: Actor): Promise<Choices> {
  const services = (await activeServices()).filter(({ pickDrop }) => !pickDrop);
  const own = actor.kind === "admin" && actor.role === "CLIENT";
  return {
    "Service provided for": services.map(({ serviceName }) => serviceName),
    ...(!own && { "Client Id": (await activeClients()).map(({ clientName }) => clientName) }),
    "Country code": ["+91"],
    State: states.map(({ name }) => name),
    Country: ["INDIA"],
    "Time preference type": timePreferenceTypes,
    "Is paid ticket": ["true", "false"],
  };
}

/** The template as it is downloaded. */
type TemplateFile = { bytes: Uint8Array<ArrayBuffer>; name: string; mime: string };

/** The template as CSV: the 22 columns with an example; spreadsheets see by its first bytes that it is UTF-8. */
export async function uploadTemplateCsv(actor: Actor): Promise<TemplateFile> {
  need(actor, "add_ticket");
  const shown = example(await uploadChoices(actor));
  const lines = [columnNames, columnNames.map((name) => shown[name] ?? "")];
  const text = lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\r\n");
  const bytes = new TextEncoder().encode(`\uFEFF${text}\r\n`);
  return { bytes, name: "upload-template.csv", mime: "text/csv; charset=utf-8" };
}

/**
 * The template of an upload as a workbook: the 22 columns with an example, drop-downs where there is a choice, and a
 * sheet of the values that may stand there.
 */
export async function uploadTemplate(actor: Actor): Promise<TemplateFile> {
  need(actor, "add_ticket");
  const choices = await uploadChoices(actor);
  const { default: excel } = await import("exceljs");
  const book = new excel.Workbook();
  const sheet = book.addWorksheet("Requests", { views: [{ state: "frozen", ySplit: 1 }] });
  const allowed = book.addWorksheet("Allowed values", { views: [{ state: "frozen", ySplit: 1 }] });
  sheet.columns = columnNames.map((header) => ({
    header,
    width: Math.max(16, header.length + 2),
    style: { numFmt: "@" },
  }));
  sheet.getRow(1).font = { bold: true };
  sheet.addRow(columnNames.map((name) => example(choices)[name] ?? ""));
  for (const [at, [name, values]] of Object.entries(choices).entries()) {
    const column = allowed.getColumn(at + 1);
    column.values = [name, ...values];
    column.width = Math.max(16, name.length + 2);
    const letter = sheet.getColumn(columnNames.indexOf(name as ColumnName) + 1).letter;
    if (values.length === 0) continue;
    const formulae = [`'Allowed values'!$${column.letter}$2:$${column.letter}$${values.length + 1}`];
    for (let row = 2; row <= ruledRows; row++)
      sheet.getCell(`${letter}${row}`).dataValidation = { type: "list", allowBlank: true, formulae };
  }
  allowed.getRow(1).font = { bold: true };
  const mime = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  return { bytes: new Uint8Array(await book.xlsx.writeBuffer()), name: "upload-template.xlsx", mime };
}

/** A row that could be uploaded as it is; whoever uploads it writes his own over it. */
const example = (choices: Choices): Partial<Record<ColumnName, string>> => ({
  "Client Id": choices["Client Id"]?.[0] ?? "",
  "Service provided for": choices["Service provided for"]?.[0] ?? "",
  "Specific requirement": "Water drips from the indoor unit",
  service_provided_client_id: "SR-1001",
  "Country code": "+91",
  "Mobile number": "9876543210",
  "Customer name": "Meera Nair",
  "House number": "221",
  Locality: "Indiranagar",
  City: "Bengaluru",
  State: "Karnataka",
  Pincode: "560001",
  Country: "INDIA",
  "Time preference type": "SPECIFIC_DATE_AND_TIME",
  "Specific date and time": `${istDate(fromNow(2 * day))
    .split("-")
    .toReversed()
    .join("/")} 10:30`,
  "Offer code": defaultOfferCode(),
  "Is paid ticket": "true",
  service_provided_due_amount: "0",
});
