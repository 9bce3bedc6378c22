import { sql } from "kysely";
import { type Asker, askerOf, spendOtpWithin } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { lockedCenter } from "../center/locked-center.ts";
import { oneCenterOfAPhone } from "../center/one-phone.ts";
import { needMay } from "../policy.ts";
import { makeCenter } from "../registration/register-center.ts";
import type { AddCenter } from "../shared.ts";
import { type DeskCenter, deskCentersWhere } from "./desk-center.ts";
import { setClients } from "./set-clients.ts";
import { upiColumns } from "./upi.ts";

/**
 * Add a center at the operators' desk (R385, R386): ACTIVE, on trial from now on. With the code sent to its phone the
 * phone counts as verified, without it is added all the same (Q97). Refuses with `center.noAdd`, `center.phoneTaken`,
 * `center.qrTaken`, `otp.wrong`, and a service or client that is not there.
 */
export async function createCenter(
  actor: Actor,
  { otp, upiId, clientIds, ...details }: AddCenter,
  asker: Asker,
): Promise<DeskCenter> {
  needMay(actor, "addCenter");
  const made = await oneCenterOfAPhone(() =>
    transaction(async () => {
      if (otp) {
        const refused = await spendOtpWithin({
          phone: details.phone,
          purpose: "registration",
          otp,
          ...askerOf(asker),
        });
        if (refused) return refused;
      }
      const { id } = await makeCenter(actor, details, { phoneVerifiedAt: otp ? now() : null });
      await setClients(id, clientIds);
      if (upiId) {
        em().assign(await lockedCenter(id), upiColumns(upiId));
        await em().flush();
      }
      const [center] = await deskCentersWhere(actor, sql`c.id = ${id}`);
      return center!;
    }),
  );
  // Thrown after the commit, so that the wrong try is counted.
  if (made instanceof DomainError) throw made;
  return made;
}
