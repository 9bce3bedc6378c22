import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { clientsList } from "#modules/catalog/index.ts";
import { allTechniciansList, centersList, centersToEditList, onboardersList } from "#modules/centers/index.ts";
import { consumersList } from "#modules/consumers/index.ts";
import { type Actor, permissions } from "#modules/kernel/actor.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  anAdmin,
  anOnboarder,
  aPhone,
  asAdmin,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { findAnywhere, requestsList } from "#modules/tickets/index.ts";

openDatabase();

/*
 * A search sees only what its reader sees (fixed point 16): a number or an address that is masked, in a name or in its own
 * column, is not listed by any part of it, so that nobody reads it letter by letter. What is shown of a name finds it.
 */

/** Names as people write a number or an address into them; the hidden part is what `withoutContacts` takes out. */
const secrets = [
  "9812345670",
  "98123 45670",
  "+91-98123-45670",
  "९८१२३४५६७०",
  "৯৮১২৩ ৪৫৬৭০",
  "９８１２３４５６７０",
  "nine eight one two three four five six seven zero",
  "नौ आठ एक दो तीन चार पाँच छह सात शून्य",
  "xara.nair@gmail.com",
  "meera at gmail dot com",
];
const word = "Quickcanary";

type Find = (actor: Actor, search: string) => Promise<string[]>;
type Planted = { ids: string[]; finds: Record<string, Find> };

/** A list's rows and its count, which must agree. */
const ofList =
  // biome-ignore lint/suspicious/noExplicitAny: lists of different rows
    (list: any): Find =>
    async (actor, search) => {
      const { rows: listed } = await list.page(actor, { search, take: 100 });
      const { n } = await list.count(actor, { search });
      expect([search, n]).toEqual([search, listed.length]);
      return listed.map((each: { id: string }) => each.id);
    };

let planted: Planted;
beforeAll(async () => {
  planted = await unitOfWork(async () => {
    const ids: string[] = [];
    for (const secret of secrets) {
      const name = `${word} ${secret}`;
      const center = await aCenter({ centerName: name });
      const technician = await aTechnician({ centerId: center.id, name });
      const onboarder = await anOnboarder({ name });
      const client = await aClient({ clientName: name });
      const ticket = await aTicket({
        name: "Somebody",
        centerId: center.id,
        technicianId: technician.id,
        status: "ACCEPTED",
      });
      const [consumer] = await rows<{ id: string }>(
        sql`insert into consumers (id, name, country_code, phone, created_at, updated_at)
         values (gen_random_uuid(), ${name}, '+91', ${aPhone()}, now(), now()) returning id`,
      );
      ids.push(consumer!.id, center.id, technician.id, onboarder.id, client.id, ticket.publicId);
    }
    return {
      ids,
      finds: {
        "/admin-centers": ofList(centersList),
        "/edit-center": ofList(centersToEditList),
        "/admin-technician": ofList(allTechniciansList),
        "/admin-center-onboarders": ofList(onboardersList),
        "/admin-clients": ofList(clientsList),
        "/usersdetails": ofList(consumersList),
        "/Tickets": ofList(requestsList),
        "the console's search": async (actor, search) => {
          const { requests, centers, technicians } = await findAnywhere(actor, search);
          const named = [...centers, ...technicians].map(({ name }) => name);
          for (const name of named) expect(name).toBe(withoutContacts(name));
          return [...requests.map(({ id }) => id), ...named.filter((name) => name.startsWith(word))];
        },
      } satisfies Record<string, Find>,
    };
  });
});

/** All that somebody types who tries a text out from its beginning, or part by part. */
const triesOf = (secret: string): string[] => {
  const signs = [...secret];
  const beginnings = signs.map((_, at) => signs.slice(0, at + 1).join("")).slice(0, 16);
  // A sign alone is no word of a search: the rest of the name finds it then, as it is shown.
  const hasWord = (part: string) => /[\p{L}\p{N}]/u.test(part);
  const behindTheRest = beginnings.filter((part, at) => at % 3 === 0 && hasWord(part)).map((part) => `${word} ${part}`);
  return [...new Set([...beginnings, ...behindTheRest, secret, ...secret.split(/[\s.@-]+/)])].filter(hasWord);
};

/** An admin with every permission except the one that shows the phones and names of technicians (Q63). */
const held = permissions.filter((each) => each !== "view_technician_details.technician_phone");
const clerk = async () => asAdmin(await anAdmin({ permissions: held }), { permissions: held });

describe("a masked part of a name is found by no part of it", () => {
  test("at every list, its count, and the console's search, in every spelling", async () => {
    const actor = await clerk();
    const read: string[] = [];
    for (const secret of secrets)
      for (const search of triesOf(secret))
        for (const [where, find] of Object.entries(planted.finds)) {
          const listed = await find(actor, search);
          // What is shown of the names, alone, may find them all; a hidden part adds or takes nothing of it.
          const shown = word.toLowerCase().includes(search.toLowerCase());
          if (!shown && listed.some((id) => planted.ids.includes(id) || id.startsWith(word)))
            read.push(`${where}: ${search}`);
        }
    expect(read).toEqual([]);
  }, 120_000);

  test("while its shown part finds it, and a SUPER_ADMIN finds it by either", async () => {
    const actor = await clerk();
    const chief = asAdmin(await anAdmin());
    for (const where of ["/admin-centers", "/edit-center", "/admin-technician", "/admin-clients", "/usersdetails"]) {
      const find = planted.finds[where]!;
      expect([where, (await find(actor, word)).length]).toEqual([where, secrets.length]);
      expect([where, (await find(chief, "9812345670")).length > 0]).toEqual([where, true]);
    }
  });

  test("and very many names at once are searched without those with a digit in them", async () => {
    await rows(
      sql`insert into onboarders (id, center_onboarder_id, name, country_code, phone, allowed_states, allowed_cities, created_at, updated_at)
       select gen_random_uuid(), 'ONBX' || n, 'Manycanary ' || n, '+91', (9100000000 + n)::text, '{}', '{}', now(), now()
         from generate_series(1, 2001) n`,
    );
    const find = planted.finds["/admin-center-onboarders"]!;
    expect(await find(await clerk(), "Manycanary")).toEqual([]);
  });
});
