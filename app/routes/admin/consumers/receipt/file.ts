import { Readable } from "node:stream";
import { z } from "zod";
import { adminResource } from "#app/http/doors/page.server.ts";
import { fileLimit } from "#app/http/doors/use-limit.server.ts";
import { sheetResponse } from "#app/parts/lists/sheet-response.server.ts";
import { erasureReceipt } from "#modules/consumers/index.ts";
import { countsOfKinds, erasureLeaves } from "#modules/consumers/shared.ts";
import { istDate, showDateTime } from "#modules/kernel/clock.ts";
import { id } from "#modules/kernel/validation.ts";
import { say } from "#modules/messages/index.ts";

/** The receipt of an erasure as a text, for whoever keeps it or hands it out. */
export const loader = adminResource(
  { limit: fileLimit, can: "view_Wallet", query: z.object({ id }) },
  async (admin, query, { locale }) => {
    const receipt = await erasureReceipt(admin, query.id);
    const word = (key: Parameters<typeof say>[0]) => say(key, {}, locale);
    const momentText = (moment: Date | null) => (moment ? showDateTime(moment, locale) : "-");
    const { state, reason } = receipt;
    const lines = [
      word("consumer.receiptTitle"),
      "",
      `${word("consumer.status")}: ${word(`consumer.state.${state}`)}. ${word(`consumer.stateWords.${state}`)}`,
      `${word("consumer.receiptId")}: ${receipt.id}`,
      `${word("consumer.receiptOf")}: ${receipt.consumerId}`,
      `${word("consumer.askedAt")}: ${momentText(receipt.requestedAt)}`,
      `${word("consumer.askedBy")}: ${receipt.requestedBy ?? "-"}`,
      `${word("consumer.why")}: ${reason ? word(`consumer.reason.${reason}`) : "-"}`,
      `${word("consumer.finishedAt")}: ${momentText(receipt.finishedAt)}`,
      "",
      word("consumer.erasedWhat"),
      ...countsOfKinds(receipt.done).map(({ kind, n }) => `- ${word(`consumer.kind.${kind}`)}: ${n}`),
      "",
      word("consumer.willStay"),
      ...erasureLeaves.map((what) => `- ${word(`consumer.stays.${what}`)}`),
      "",
    ];
    return sheetResponse({
      stream: Readable.from([lines.join("\r\n")]),
      mime: "text/plain; charset=utf-8",
      name: `erasure-${istDate(receipt.requestedAt)}-${receipt.id.slice(-6)}.txt`,
    });
  },
);
