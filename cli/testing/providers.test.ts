import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { env } from "#modules/kernel/env.server.ts";
import { whatsappName } from "#modules/notifications/templates/template-ids.ts";
import { allTemplates, placesOf, type Template } from "#modules/notifications/templates/templates.ts";
import { webhookEvents } from "#modules/wallet/razorpay/razorpay-entities.ts";

/* docs/providers.md against the code: its variables, the webhook's events and the texts to register. */

const read = (file: string) => readFileSync(path.join(env.root, file), "utf8");
const page = read("docs/providers.md");

/** The parts of .env.example that are the product's own; every other part is an outside provider's. */
const own = [
  "The address",
  "Secrets",
  "Database",
  "Files",
  "Sandbox",
  "Name",
  "The operator",
  "Times",
  "Refunds and penalties",
  "Admins' second factor",
  "One-time passwords per hour",
  "Messages to customers",
  "Browser tests",
];

/** The variables of each part of .env.example, by its title. */
const parts = read(".env.example")
  .split(/^# --- /m)
  .slice(1)
  .map((part) => ({
    title: part.split("\n")[0]!,
    variables: [...part.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name!),
  }));

test("every variable of an outside provider stands in docs/providers.md", () => {
  const providers = parts.filter(({ title }) => !own.some((mine) => title.startsWith(mine)));
  expect(providers.map(({ title }) => title.split(" ")[0])).toEqual([
    "Razorpay",
    "SMS",
    "WhatsApp",
    "Web",
    "Push",
    "Maps",
  ]);
  const variables = [...providers.flatMap((part) => part.variables), "BLOB_DIR"];
  expect(variables.filter((name) => !page.includes(`\`${name}\``) && !page.includes(`\`${name}=`))).toEqual([]);
});

test("docs/providers.md names no variable that is not there", () => {
  const there = parts.flatMap(({ variables }) => variables);
  const named = [...page.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)[`=]/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !there.includes(name))).toEqual([]);
});

test("the events to switch on at the payment provider are those its webhook handles", () => {
  const listed = [...page.matchAll(/^ +\| `([a-z]+\.[a-z]+)` \|/gm)].map(([, event]) => event);
  expect(listed.sort()).toEqual([...webhookEvents].sort());
});

test("each address a provider calls is one of ours", () => {
  const named = [...page.matchAll(/https:\/\/example\.in\/([\w/]+)/g)].map(([, address]) => address!);
  expect([...new Set(named)].sort()).toEqual([
    "payment/return",
    "webhooks/msg91",
    "webhooks/razorpay",
    "webhooks/whatsapp",
  ]);
  for (const address of named) expect(read("app/routes.ts")).toContain(`"${address}"`);
});

/** A text as Meta's template has it, with `{{1}}` in the order in which the values are sent. */
const numbered = (template: Template) =>
  template.body.replace(/\{(\w+)\}/g, (_, name: string) => `{{${placesOf(template).indexOf(name) + 1}}}`);

test("the WhatsApp templates stand there as they are sent", () => {
  const rows = [...page.matchAll(/^ +\| `([a-z_]+)` \| (.+) \| (.+) \|$/gm)].map((row) => row.slice(1));
  const texts = allTemplates().filter(({ channel }) => channel === "whatsapp");
  const sent = texts
    .filter(({ locale }) => locale === "en")
    .map((en) => {
      const hi = texts.find(({ key, locale }) => key === en.key && locale === "hi")!;
      return [whatsappName(en), numbered(en), numbered(hi)];
    });
  expect(rows.map((row) => row.map((cell) => cell.replaceAll("[brand]", env.productName)))).toEqual(sent);
});

test("README and operations lead there", () => {
  expect(read("README.md")).toContain("(docs/providers.md)");
  expect(read("docs/operations.md")).toContain("(providers.md)");
});
