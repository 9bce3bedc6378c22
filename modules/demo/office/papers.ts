import { checkDocument, sendDocuments, storeTechnicianImage } from "#modules/centers/index.ts";
import { CheckDocument, SendDocuments } from "#modules/centers/shared.ts";
import { demoAdmin, demoCenter } from "./actors.ts";
import { blankCard } from "./drawings.ts";
import { asOf, daysAgo } from "./past.ts";

const papers = [
  { kind: "aadhar_front", field: "aadharFrontBlobId", stripe: "#f97316" },
  { kind: "aadhar_back", field: "aadharBackBlobId", stripe: "#16a34a" },
  { kind: "pan", field: "panBlobId", stripe: "#1d4ed8" },
] as const;

/** One center's papers wait for an operator; another one has sent only the first, which is verified. */
export async function seedPapers() {
  await asOf(daysAgo(2, "15:20"), () => send("INA0004", papers.slice(0, 1)));
  await asOf(daysAgo(1, "18:35"), () => send("INA0001", papers));
  const { centerId } = demoCenter("INA0004");
  const checked = CheckDocument.parse({ centerId, value: "aadhar_front", verified: true });
  await asOf(daysAgo(1, "10:15"), async () => checkDocument(await demoAdmin("operations"), checked));
}

async function send(qrId: string, chosen: readonly (typeof papers)[number][]) {
  const center = demoCenter(qrId);
  const sent: Record<string, string> = {};
  for (const { kind, field, stripe } of chosen)
    sent[field] = (await storeTechnicianImage(center, { kind, upload: await blankCard(stripe) })).blobId;
  await sendDocuments(center, SendDocuments.parse(sent));
}
