import { FormStrategy } from "remix-auth-form";
import { expect, test, vi } from "vitest";
import { limited } from "#modules/kernel/errors.ts";
import { fieldText, OtpStrategy, signInBy } from "./strategies.server.ts";

const door = { url: new URL("https://house.example/login?phone=9000000001") };

test("a verb is given the phone and the code as the door admitted them, and nothing else", async () => {
  const verify = vi.fn(async () => "signed in");
  const admitted = { phone: "9000000001", otp: "012345", intent: "login" };
  expect(await signInBy(new OtpStrategy(verify), admitted, door)).toBe("signed in");
  expect(verify.mock.calls).toEqual([[{ phone: "9000000001", otp: "012345" }]]);
});

test("a password comes to its verb letter by letter", async () => {
  const password = " +&=%41 घर\r\n\n\u0000🔑 ";
  const strategy = new FormStrategy(async ({ form }) => fieldText(form, "password"));
  expect(await signInBy(strategy, { userName: "operations", password }, door)).toBe(password);
});

test("a verb's refusal is answered as it is", async () => {
  const refusal = limited("otp.tooMany", { seconds: 60 }, { name: "test", points: 1, seconds: 60 });
  const refused = signInBy(
    new OtpStrategy(async () => {
      throw refusal;
    }),
    { phone: "9000000001", otp: "1" },
    door,
  );
  await expect(refused).rejects.toBe(refusal);
});
