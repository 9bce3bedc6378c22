import { refusedName } from "#app/exchange/names.ts";
import type { Refused } from "#app/ui/base/refused.ts";
import { accountOf } from "#modules/access/index.ts";
import { hashToken } from "#modules/kernel/crypto.server.ts";
import type { Door } from "../request/door.server.ts";
import { safePath } from "../request/safe-redirect.ts";
import { type Portal, portals } from "../session/session.server.ts";
import { accountOwner, findForm, sessionOwner, storeForm, unlessStoreFails } from "./stored-form.server.ts";
import { countAsk, formLimit } from "./use-limit.server.ts";

/*
 * The way back of who had to log in: the page that was asked for is kept in a cookie of that browser, for half an hour and
 * never in an address, and the login of its portal leads there. A form that was sent in a session that is over waits,
 * sealed, for a login of that session's account in the same browser, and is shown again with what was typed.
 */

/** Keeps the page to come back to. */
export function keepTheWay(door: Door, portal: Portal, to: string) {
  if (!door.url.pathname.endsWith("logout")) door.keep(`${portal}_back`, to);
}

/** Where a login leads, once: the page that was asked for, else `home`. */
export async function wayBack(door: Door, portal: Portal, home: string, session: { token: string }): Promise<string> {
  const to = safePath(door.cookie(`${portal}_back`), home);
  door.drop(`${portal}_back`);
  return pageWithForm(to, { door, portal, session });
}

/**
 * The page a login leads back to after a form was sent in a session that is over, in a browser that has or had one;
 * otherwise undefined, and nothing of the form is read. The form waits for a login of that session's account.
 */
export async function pageAfterLogin(
  door: Door,
  portal: Portal,
  sent: () => Promise<Refused>,
): Promise<string | undefined> {
  const account = await accountBefore(door, portal);
  if (!account) return undefined;
  const stored = await unlessStoreFails(door, async () => {
    await countAsk(formLimit, { kind: "anyone", phones: [], address: door.address }, door.address);
    const result = await sent();
    if (Object.keys(result.values ?? {}).length === 0) return undefined;
    return storeForm({ page: door.here, result }, accountOwner(portal, account), door);
  });
  return stored ?? door.here;
}

/** Whose session was over: the cookie says it, or the mark that stays in a browser when its cookie is gone. */
async function accountBefore(door: Door, portal: Portal): Promise<string | undefined> {
  const { cookie, known } = portals[portal];
  const token = door.cookie(cookie);
  for (const mark of [token && hashToken(token), door.cookie(known)]) {
    const account = mark && (await accountOf(portal, mark));
    if (account) return account;
  }
  return undefined;
}

type Login = { door: Door; portal: Portal; session: { token: string } };

/** The page to lead to, where a form waits on it for this login's account; the form is then this session's refused one. */
async function pageWithForm(to: string, { door, portal, session: { token } }: Login): Promise<string> {
  const { page, reference } = apart(to);
  if (!reference) return page;
  const moved = await unlessStoreFails(door, async () => {
    const account = await accountOf(portal, hashToken(token));
    const form = account && (await findForm(reference, accountOwner(portal, account), door, { forget: true }));
    return form && storeForm(form, sessionOwner(door, { [portals[portal].cookie]: token }), door);
  });
  return moved || page;
}

/** A page, and the reference to a form in its query. */
function apart(to: string): { page: string; reference: string | undefined } {
  const [path = "", ...queries] = to.split("?");
  const parts = queries.join("?").split("&").filter(Boolean);
  const isRefusedPart = (part: string) => part.startsWith(`${refusedName}=`);
  const rest = parts.filter((part) => !isRefusedPart(part)).join("&");
  return { page: rest ? `${path}?${rest}` : path, reference: parts.find(isRefusedPart)?.slice(refusedName.length + 1) };
}
