import { mkdirSync, rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { historyOf } from "#modules/kernel/db/history.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, anAdmin, qrOf } from "#modules/testing/factories.ts";
import { walletBalance } from "#modules/wallet/index.ts";
import { house } from "../house.ts";
import { cli } from "../testing/command.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const wallet = (...args: string[]) => cli("wallet", ...args);

test("the command line moves money by the rules of the screen: dry, said twice, by key once, and with a second admin", async () => {
  const center = await aCenter();
  const { ticketId: number, id } = await anAcceptedTicket(center);
  const author = await anAdmin({ permissions: ["adjust_wallet"] });
  const second = await anAdmin({ permissions: ["adjust_wallet"] });
  const clerk = await anAdmin({ permissions: ["view_Wallet"] });
  const { qrId } = await qrOf(center);
  const penalty = (as: string, amount: string, ...more: string[]) =>
    wallet(
      "adjust",
      "--as",
      as,
      "--ticket",
      number,
      "--center",
      qrId,
      "--type",
      "Penalty",
      "--amount",
      amount,
      "--remarks",
      "Nobody came",
      ...more,
    );
  const tried = await penalty(author.userName, "100", "--dry-run");
  expect([tried.code, tried.out]).toEqual([0, "would be: Penalty of ₹100: processed\n"]);
  expect((await penalty(author.userName, "100")).code).toBe(2);
  expect((await penalty(clerk.userName, "100", "--yes")).code).toBe(4);
  expect((await penalty(author.userName, "5001", "--yes")).code).toBe(5);
  expect(await walletBalance(center.id)).toBe(0);

  for (let time = 0; time < 2; time++)
    expect((await penalty(author.userName, "100", "--yes", "--key", number)).code).toBe(0);
  expect(await walletBalance(center.id)).toBe(-10_000);
  const [audit] = await historyOf("admin", author.id);
  expect(audit).toMatchObject({ event: "admin.movedMoney", actor_kind: `system:${house().name}` });

  const waiting = JSON.parse((await penalty(author.userName, "2500", "--yes", "--json")).out) as {
    done: { id: string; state: string };
  };
  expect(waiting.done.state).toBe("WAITING");
  const listed = await wallet("list", "--as", second.userName, "--take", "500");
  expect(listed.out).toContain(waiting.done.id);
  expect((await wallet("approve", waiting.done.id, "--as", author.userName, "--yes")).code).toBe(4);
  expect((await wallet("approve", waiting.done.id, "--as", second.userName, "--yes")).code).toBe(0);
  expect(await walletBalance(center.id)).toBe(-260_000);
  expect((await historyOf("ticket", id)).map(({ event }) => event)).toEqual([
    "penalty.done",
    "penalty.asked",
    "penalty.done",
  ]);
}, 300_000);
