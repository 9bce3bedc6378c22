import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { env } from "#modules/kernel/env.server.ts";
import { instantOr } from "#modules/kernel/text/input-json.ts";
import { textNames, wireOf } from "#modules/tickets/shared.ts";
import { contract } from "../contract/index.ts";

/*
 * The specified fields of each entity against the answers that hold it. The answers' schemas are strict, and every answer
 * is tested against its own (contract.test.ts): a field that is named there is answered.
 */

/** The specified fields by entity: its name in a line of its own, its fields' paths indented below it. */
const specified = new Map(
  readFileSync(path.join(import.meta.dirname, "entity-fields.txt"), "utf8")
    .split(/\n(?=\S)/)
    .map((block) => {
      const [entity = "", ...lines] = block.split("\n");
      return [entity, lines.join(" ").trim().split(/\s+/)] as const;
    }),
);

type Answer = {
  call: string;
  /** The path in `data` of the entity or of a list of it; `data` itself without one. */
  at?: string;
  /** Specified fields that this answer does not have, in the order of the list, each with why. */
  without?: Record<string, string>;
};

/** The forms ask partners for no more than the work needs. */
const inNoForm = "No form asks for it";
const operatorsAlone = "Only the operators' document names it";
const operatorsOnly = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, operatorsAlone]));

const centerWithout = {
  automate_qr_code: "A choice of the form that creates a center, not a fact of the center",
  "personal_details.phone.alternate_number": inNoForm,
  "personal_details.dob": inNoForm,
  "personal_details.gender": inNoForm,
  "address_details.address": "The same as address_line",
  "address_details.landmark": inNoForm,
};
const onePaperAtATime = "Papers are of one center at a time: admin/getCenterDetails/{id}";

const answers: Record<string, Answer[]> = {
  Ticket: [
    { call: "GET admin/get-single-ticket", at: "results" },
    { call: "GET admin/get-all-pending-ticket" },
    { call: "GET center/get-all-ticket" },
  ],
  "Pick-and-drop ticket": [
    {
      call: "GET center/get-all-ticket",
      without: { device_id: "Stored with the consumer; of a request only whether it came from an app" },
    },
  ],
  "E-rickshaw ticket": [{ call: "GET technicianApp/get-all-erikshaw-ticket" }],
  Service: [{ call: "GET admin/get-all-services" }, { call: "GET admin/get-all-active-services" }],
  Vehicle: [{ call: "GET vehicle/getAll-vehicle" }],
  Center: [
    { call: "GET admin/getCenterDetails/{id}", at: "CenterDetails.cenData", without: centerWithout },
    {
      call: "GET admin/get-all-centers",
      without: {
        ...centerWithout,
        "document_details.aadhar_card_document.front_side": onePaperAtATime,
        "document_details.aadhar_card_document.back_side": onePaperAtATime,
        "document_details.aadhar_card_document.aadhar_front_verified": onePaperAtATime,
        "document_details.aadhar_card_document.aadhar_back_verified": onePaperAtATime,
        "document_details.pan_card_document": onePaperAtATime,
        "document_details.pan_verified": onePaperAtATime,
      },
    },
  ],
  Technician: [
    {
      call: "GET admin/get-all-technician",
      without: { "document_details.pan_number": "Sealed: only its center reads it, operators see the card" },
    },
    {
      call: "GET center/get-all-technician",
      without: operatorsOnly(
        "personal_details.profile_picture_verified",
        "personal_details.company_worked_with_verified",
        "count_details.technician_rating",
        "clients_ids_list",
        "document_details.aadhar_card_document.aadhar_front_verified",
        "document_details.aadhar_card_document.aadhar_back_verified",
        "document_details.pan_verified",
        "lastSeen",
      ),
    },
  ],
  "Center onboarder": [{ call: "GET admin/get-all-onboarder" }],
  Feedback: [{ call: "GET admin/get-all-feedBacks" }, { call: "GET admin/get-single-ticket", at: "feedBackList" }],
  "Broadcast entry": [
    {
      call: "GET center/get-all-available-broadcast",
      without: {
        "remarks.technician_message": "What the house notes about a center is not for the center",
        "remarks.onboarding_team_name": "What the house notes about a center is not for the center",
      },
    },
    { call: "GET admin/get-all-broadCasted-ticket" },
    { call: "GET admin/get-single-ticket", at: "broadCastList" },
  ],
  Transaction: [{ call: "POST center/center-all-transaction", at: "data" }],
  Client: [{ call: "GET admin/get-all-clients" }],
  "Admin (session)": [{ call: "POST admin/login" }],
  "Bulk upload result row": [
    { call: "POST ticket/createBulkTickets", at: "errorRowWise" },
    { call: "POST ticket/createBulkTickets", at: "acceptedTicketDetails" },
  ],
  Role: [{ call: "GET admin/get-all-available-roles" }],
  "Admin user": [
    { call: "GET admin/get-all-users", at: "allUsers", without: { password: "Never answered (Q14)" } },
    { call: "GET admin/get-all-users", without: { password: "Never answered (Q14)" } },
  ],
  "Center feedback history": [{ call: "GET admin/get-center-feedback/{centerId}" }],
  Notification: [{ call: "GET admin/get-all-notification" }],
  "Notification log entry": [{ call: "GET admin/get-all-notification-log" }],
  "Wallet transaction (center or consumer)": [
    {
      call: "GET admin/wallet-transactions",
      at: "data",
      without: { consumer_name: "Of a customer's wallet: admin/wallet-transactions-consumer" },
    },
    {
      call: "GET admin/wallet-transactions-consumer",
      at: "data",
      without: {
        center_INA: "Of a center's wallet: admin/wallet-transactions",
        center_name: "Of a center's wallet: admin/wallet-transactions",
        center_mobile: "Of a center's wallet: admin/wallet-transactions",
      },
    },
  ],
  "Manual wallet transaction": [{ call: "GET admin/get-wallet-transactions-by-admin" }],
  "Payment transaction": [{ call: "GET admin/payment-transactions" }],
  Consumer: [{ call: "GET admin/get-all-consumer" }],
  Banner: [{ call: "GET admin/getAllBannerImage" }],
  Offer: [{ call: "GET center/get-offer/ADMIN" }],
  "Price list": [{ call: "GET admin/get-all-price-list" }],
  Blog: [{ call: "GET blogs/getAllBlogs" }],
};

type Schema = {
  type?: string;
  $ref?: string;
  $defs?: Record<string, Schema>;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

/** Every path of a schema; entries of a list have the list's path, and so has each alternative. */
function pathsIn(schema: Schema, defs: Record<string, Schema>, at = ""): { at: string; type?: string | undefined }[] {
  const { $ref, properties = {}, items, anyOf = [] } = schema;
  const inner = [$ref && defs[$ref.split("/").at(-1)!], items, ...anyOf].flatMap((each) =>
    each ? pathsIn(each, defs, at) : [],
  );
  const named = Object.entries(properties).flatMap(([name, each]) => {
    const here = at ? `${at}.${name}` : name;
    return [{ at: here, type: each.type }, ...pathsIn(each, defs, here)];
  });
  return [...inner, ...named];
}

/** The paths below the place of an entity, of all its fields or of those that are always null. */
function answered({ call, at = "" }: Answer, only: "all" | "null" = "all"): Set<string> {
  const schema = z.toJSONSchema(contract[call]!.answer, { unrepresentable: instantOr("any") }) as Schema;
  const prefix = at && `${at}.`;
  const paths = pathsIn(schema, schema.$defs ?? {}).filter(({ type }) => only === "all" || type === "null");
  return new Set(paths.filter(({ at }) => at.startsWith(prefix)).map(({ at }) => at.slice(prefix.length)));
}

test("every specified entity stands with an answer that holds it", () => {
  expect(Object.keys(answers)).toEqual([...specified.keys()]);
});

const each = Object.entries(answers).flatMap(([entity, held]) =>
  held.map((answer) => [entity, answer.call, answer] as const),
);

test.each(each)("%s in %s: every specified field, or why not", (entity, _call, answer) => {
  const there = answered(answer);
  const missing = (specified.get(entity) ?? []).filter((field) => !there.has(field));
  expect(missing).toEqual(Object.keys(answer.without ?? {}));
});

/** The fields of the table in docs/rules.md: what nobody fills, each with why. */
const decided = [
  ...readFileSync(path.join(env.root, "docs/rules.md"), "utf8")
    .split("## Fields of the wire that stay empty")[1]!
    .matchAll(/^\| `([\w.]+)` \| .+ \|$/gm),
].map(([, field = ""]) => field);

test("every declared text of a request with a name on the wire is answered of one", () => {
  const there = answered({ call: "GET admin/get-single-ticket", at: "results" });
  expect(textNames.flatMap((name) => wireOf(name) ?? []).filter((wire) => !there.has(wire))).toEqual([]);
});

test("a specified field that is always null stands in docs/rules.md with why, and no other does", () => {
  const empty = each.flatMap(([entity, , answer]) => {
    const nulls = answered(answer, "null");
    return (specified.get(entity) ?? []).filter((field) => nulls.has(field));
  });
  expect(new Set(decided)).toEqual(new Set([...empty, "referral_given"]));
});
