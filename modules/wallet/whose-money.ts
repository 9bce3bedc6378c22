import { type Actor, need } from "../kernel/actor.ts";
import { row } from "../kernel/db.server.ts";
import { denied, missing } from "../kernel/errors.ts";

/**
 * The center whose money an actor asks for: a center only ever its own, and a foreign mobile number is denied (fixed
 * point 17, H12); an admin with view_Wallet names one by its number.
 */
export async function whoseMoney(actor: Actor, mobile: string | undefined): Promise<string> {
  if (actor.kind === "center") {
    if (mobile !== undefined && (await phoneOf(actor.centerId)) !== mobile) throw denied();
    return actor.centerId;
  }
  need(actor, "view_Wallet");
  const center = mobile && (await row<{ id: string }>("select id from centers where phone = $1", [mobile]));
  if (!center) throw missing("wallet.centerMissing");
  return center.id;
}

const phoneOf = async (centerId: string) =>
  (await row<{ phone: string }>("select phone from centers where id = $1", [centerId]))?.phone;
