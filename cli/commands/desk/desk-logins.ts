import { addDeskLogin, centerNamed, type DeskLoginRow, deskLogins, endDeskLogin } from "#modules/centers/index.ts";
import { AddDeskLogin } from "#modules/centers/shared.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { missing } from "#modules/kernel/errors.ts";
import { maskPublic, withoutContacts } from "#modules/kernel/mask.ts";
import { phone } from "#modules/kernel/validation.ts";
import { show } from "../../run.ts";
import { table } from "../../table.ts";
import { centerName } from "../centers.ts";
import { type Acting, acting, type Operating, reading, tellDone } from "./operator.ts";

const idOf = async (which: string) => (await centerNamed(centerName(which))).id;

/** A person of a desk on a terminal: the phone masked, the name without one. */
const shown = ({ id, name, phone: number, createdAt, signedInAt }: DeskLoginRow) => ({
  id,
  name: withoutContacts(name),
  phone: maskPublic(number),
  createdAt,
  signedInAt,
});

/** `centers logins <center>`: the people who may log in at a center's desk; phones are masked. */
export async function list(options: Operating, which: string) {
  const stored = await reading(options, async (house) => deskLogins(house, { centerId: await idOf(which) }));
  const logins = stored.map(shown);
  const words = table(
    ["name", "phone", "added", "last login", "id"],
    logins.map(({ id, name, phone: masked, createdAt, signedInAt }) => [
      name,
      masked,
      istDate(createdAt),
      signedInAt ? istDate(signedInAt) : "-",
      id,
    ]),
    options,
  );
  show(logins, logins.length > 0 ? words : "Nobody but the owner logs in there.", options);
}

/** `centers add-login <center> <phone>`: adds a person to a center's desk. */
export async function add(options: Acting & { name: string }, which: string, number: string) {
  const done = await acting(options, "centers add-login", async (house) => {
    const input = AddDeskLogin.parse({ name: options.name, phone: number });
    return shown(await addDeskLogin(house, { name: input.name, phone: input.phone, centerId: await idOf(which) }));
  });
  tellDone(done, `${done.result.name} may log in with ${done.result.phone}`, options);
}

/** `centers end-login <center> <login>`: ends a login of a center's desk, named by phone or id, and its sessions. */
export async function end(options: Acting, which: string, named: string) {
  const done = await acting(options, "centers end-login", async (house) => {
    const centerId = await idOf(which);
    const asPhone = phone.safeParse(named).data;
    const logins = await deskLogins(house, { centerId });
    const login = logins.find((each) => (asPhone ? each.phone === asPhone : each.id === named.trim()));
    if (!login) throw missing("deskLogin.notFound");
    await endDeskLogin(house, { loginId: login.id, centerId });
    return { id: login.id, name: withoutContacts(login.name) };
  });
  tellDone(done, `${done.result.name} is signed out and may not log in any more`, options);
}
