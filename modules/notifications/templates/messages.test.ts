import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { configure, env } from "#modules/kernel/env.server.ts";
import { GatewayError } from "#modules/kernel/outside/provider-call.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { sendPushText } from "../providers/push.server.ts";
import { isDemoPhone } from "../providers/recipients.ts";
import { sendSms } from "../providers/sms.server.ts";
import { sendWhatsapp } from "../providers/whatsapp.server.ts";
import { segmentsOf, templateProblems, templateRegistry } from "./check-templates.ts";
import { registeredText } from "./dlt-register.ts";
import { otpTemplate } from "./otp-template.ts";
import { allTemplates, otpHost, templateOn } from "./templates.ts";

openDatabase();

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());

const outbox = async (to: string) =>
  (await (await fetch(`${sandbox.origin}/sandbox/outbox?to=${to}`)).json()) as Record<string, string>[];

describe("sending", () => {
  test("an OTP reaches the outbox as six digits, newest first, asked by its ten digits", async () => {
    await sendSms("9876543210", "otp", { code: "100200" });
    await sendSms("+91 98765 43210", "otp", { code: 345678 }, "hi");
    const messages = await outbox("9876543210");
    expect(messages.map((message) => Object.keys(message))).toEqual([
      ["channel", "to", "text", "at"],
      ["channel", "to", "text", "at"],
    ]);
    expect(messages[0]).toMatchObject({ channel: "sms", to: "9876543210" });
    expect(messages[0]!.text).toContain("345678");
    expect(messages[1]!.text).toMatch(/^100200 is your GharSeva OTP.*\n@localhost #100200$/);
    expect(Date.parse(messages[0]!.at!)).toBeGreaterThan(0);
    expect(await outbox("9876543211")).toEqual([]);
  });

  test("a WhatsApp message is rendered from its registered template", async () => {
    const sent = await sendWhatsapp("9876500001", "bookingConfirmed", {
      number: "REQ-261120-4F7K",
      link: "http://localhost:3000/ServiceStatus/?abc",
    });
    expect(sent).toMatchObject({ status: "sent" });
    const [message] = await outbox("9876500001");
    expect(message).toMatchObject({ channel: "whatsapp" });
    expect(message!.text).toContain("REQ-261120-4F7K");
    expect(message!.text).toContain("http://localhost:3000/ServiceStatus/?abc");
  });

  test("the happy codes go by SMS and by WhatsApp, and keep their places in Hindi", async () => {
    await sendSms("9876500002", "happyCodes", { happy: 1234, unhappy: 5678 });
    await sendWhatsapp("9876500002", "happyCodes", { happy: 1234, unhappy: 5678 }, "hi");
    const [hindi, english] = await outbox("9876500002");
    expect(english!.text).toMatch(/happy code 1234 .* unhappy code 5678/);
    expect(hindi!.text).toMatch(/हैप्पी कोड 1234 .* अनहैप्पी कोड 5678/);
  });

  test("a push reaches the device, and a device without the app is told apart", async () => {
    const text = { title: "New request", body: "AC REPAIR in 560001" };
    const to = { token: "device-1", phone: "9876500003" };
    expect(await sendPushText(to, text, { path: "/brodcast-requests" })).toMatchObject({ status: "sent" });
    expect((await outbox("device-1"))[0]!.text).toBe("New request\nAC REPAIR in 560001");
    const gone = { token: "gone-device", phone: "9876500003" };
    expect(await sendPushText(gone, text, { path: "/" })).toEqual({
      status: "gone",
      providerId: null,
    });
  });

  test("a value its tag does not allow never leaves", async () => {
    await expect(sendSms("9876500004", "otp", { code: "12345x" })).rejects.toThrow("not numeric");
    await expect(sendSms("9876500004", "requestUpdate", { number: "a\nb", link: "https://x.in" })).rejects.toThrow();
    expect(await outbox("9876500004")).toEqual([]);
  });

  test("a number that is no Indian mobile is a bug", async () => {
    await expect(sendSms("12345", "otp", { code: "123456" })).rejects.toThrow("mobile number");
  });

  test("the emulators refuse strangers and unknown templates as the providers do", async () => {
    const post = (path: string, headers: Record<string, string>, body: object) =>
      fetch(`${sandbox.origin}/sandbox/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    expect((await post("msg91/api/v5/flow", { authkey: "wrong" }, {})).status).toBe(401);
    const unknown = { template_id: "none", recipients: [{ mobiles: "919876500005" }] };
    expect((await post("msg91/api/v5/flow", { authkey: env.msg91AuthKey }, unknown)).status).toBe(400);
    expect(
      (await post(`whatsapp/v21.0/${env.whatsappPhoneId}/messages`, { authorization: "Bearer x" }, {})).status,
    ).toBe(401);
    configure({ msg91Templates: "otp.en=realid" });
    const renamed = { template_id: "otp.en", recipients: [{ mobiles: "919876500005", VAR1: "123456" }] };
    expect((await post("msg91/api/v5/flow", { authkey: env.msg91AuthKey }, renamed)).status).toBe(400);
    await sendSms("9876500005", "otp", { code: "123456" });
    configure({ msg91Templates: "" });
    expect(await outbox("9876500005")).toHaveLength(1);
  });

  test("a provider that says no with status 200 has still said no", async () => {
    const { msg91BaseUrl } = env;
    const refusing = (await import("node:http")).createServer((_request, response) =>
      response.end('{"type":"error","message":"DLT scrubbing failed"}'),
    );
    await new Promise<void>((listening) => refusing.listen(0, "127.0.0.1", listening));
    configure({
      msg91BaseUrl: `http://127.0.0.1:${(refusing.address() as { port: number }).port}`,
      msg91Templates: "otp.en=1",
    });
    await expect(sendSms("9876500006", "otp", { code: "123456" })).rejects.toThrow(GatewayError);
    // A demo phone may belong to a real person: no real provider is called.
    expect(await sendSms("9000000001", "otp", { code: "123456" })).toEqual({ status: "held", providerId: null });
    configure({ msg91BaseUrl, msg91Templates: "" });
    refusing.close();
  });
});

test("demo phones are known in every spelling", () => {
  for (const phone of ["9000000001", "+919000000110", "90000 12345", "९०००००००१०"])
    expect(isDemoPhone(phone)).toBe(true);
  for (const phone of ["9000100000", "9876543210", "8900000001"]) expect(isDemoPhone(phone)).toBe(false);
});

describe("templates", () => {
  test("all registered texts are deliverable", () => {
    expect(templateProblems()).toEqual([]);
    expect(allTemplates().length).toBeGreaterThan(20);
  });

  test("the OTP ends in the line autofill reads and fits one segment", () => {
    const otp = templateOn("otp", "sms", "en")!;
    expect(otp.body.split("\n").at(-1)).toBe("@localhost #{code}");
    expect(segmentsOf(otp)).toMatchObject({ segments: 1 });
    expect(registeredText(otp)).toMatch(/^\{#numeric#\} is your GharSeva OTP/);
  });

  const otp = () => templateOn("otp", "sms", "en")!;
  test.each([
    ["two variables side by side", { body: "GharSeva {code} {code}\n@localhost #{code}" }, "next to each other"],
    ["three places", { body: "GharSeva {code} or {code}\n@localhost #{code}" }, "at most 2"],
    ["no brand", { body: "{code}\n@localhost #{code}" }, "brand name"],
    ["something after the last line", { body: "GharSeva {code}\n@localhost #{code} ok" }, "last line"],
    ["a link", { body: "GharSeva {code} https://x.in\n@localhost #{code}" }, "no link"],
    ["an undeclared variable", { body: "GharSeva {name}\n@localhost #{code}" }, "not a declared variable"],
    ["an unused variable", { variables: { code: "numeric", more: "numeric" } as const }, "never used"],
    ["too many characters", { body: `GharSeva ${"x".repeat(150)} {code}\n@localhost #{code}` }, "one segment"],
  ])("an OTP with %s is refused", (_, change, problem) => {
    expect(templateProblems([{ ...otp(), ...change }]).join()).toContain(problem);
  });

  test("a body that is not its registered text is refused, and so is one nobody registered", () => {
    const refund = templateOn("refundDone", "sms", "en")!;
    expect(templateProblems([{ ...refund, body: `${refund.body} Thank you.` }]).join()).toContain(
      "refundDone (sms, en): the text is not the registered one",
    );
    const file = path.join(mkdtempSync(path.join(tmpdir(), "register-")), "dlt.json");
    const rows = templateRegistry();
    writeFileSync(file, JSON.stringify(rows.filter(({ name }) => name !== "refundDone.en")));
    configure({ dltRegister: file });
    expect(templateProblems()).toEqual(["refundDone (sms, en): it is not in the DLT register"]);
    writeFileSync(
      file,
      JSON.stringify(rows.map((row) => ({ ...row, header: "12345", entityId: "1", templateId: "2" }))),
    );
    const problems = templateProblems().join("\n");
    for (const wrong of ["six letters", "entity id is not 19", "template id is not 19", "another one's"])
      expect(problems).toContain(wrong);
    writeFileSync(file, "{");
    expect(templateProblems()[0]).toContain("DLT_REGISTER cannot be read");
    configure({ dltRegister: "" });
  });

  test("every SMS has at most two variable places, none beside another, the brand's name, and its length", () => {
    for (const template of allTemplates().filter(({ channel }) => channel === "sms")) {
      expect(template.body.match(/\{\w+\}/g)?.length ?? 0).toBeLessThanOrEqual(2);
      expect(template.body).not.toMatch(/\}\s*\{/);
      expect(template.body).toContain("GharSeva");
      const most = template.locale === "en" || template.key.startsWith("otp") ? 1 : 2;
      expect([template.key, segmentsOf(template).segments <= most]).toEqual([template.key, true]);
    }
  });

  test("a one-time password without a place for autofill's line is sent as the plain registered text", () => {
    expect(otpTemplate("en")).toBe("otp");
    const file = path.join(mkdtempSync(path.join(tmpdir(), "register-")), "dlt.json");
    writeFileSync(file, JSON.stringify(templateRegistry().filter(({ name }) => name !== "otp.hi")));
    configure({ dltRegister: file });
    expect([otpTemplate("en"), otpTemplate("hi")]).toEqual(["otp", "otpPlain"]);
    expect(templateProblems()).toEqual([]);
    configure({ dltRegister: "" });
  });

  test("the registry is what the DLT portal holds", () => {
    const rows = templateRegistry();
    expect(rows).toContainEqual(
      expect.objectContaining({
        name: "refundDone.en",
        header: "GHRSVA",
        templateId: expect.stringMatching(/^\d{19}$/),
        text: expect.stringContaining("Rs {#numeric#} for request {#alphanumeric#}"),
      }),
    );
  });

  test("what is registered changes by no accident: each id with its text stands in registered.txt", () => {
    const list = templateRegistry()
      .map(({ name, templateId, text }) => `${templateId} ${name} ${JSON.stringify(text)}`)
      .map((line) => line.replaceAll(env.publicUrl, "[site]").replaceAll(`@${otpHost()}`, "@[host]"))
      .map((line) => line.replaceAll(env.productName, "[brand]"))
      .sort();
    const file = path.join(import.meta.dirname, "registered.txt");
    expect(list, `${file} should be\n${list.join("\n")}`).toEqual(readFileSync(file, "utf8").trim().split("\n"));
  });

  test("a real SMS gateway without template ids refuses to boot, naming each missing one", () => {
    const { msg91BaseUrl } = env;
    configure({ msg91BaseUrl: "https://control.msg91.com", msg91Templates: "otp.en=65f0" });
    const problems = templateProblems();
    configure({ msg91BaseUrl, msg91Templates: "" });
    expect(problems.join("\n")).toContain("happyCodes.hi=");
    expect(problems.join("\n")).toContain("DLT_HEADER is missing");
    expect(problems.join("\n")).toContain("DLT_REGISTER is missing");
    expect(problems.join("\n")).not.toContain("otp.en=");
  });
});
