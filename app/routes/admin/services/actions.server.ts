import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import type { FormValue } from "#app/http/request/form.server.ts";
import { saySwitched } from "#app/parts/lists/say-switched.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import {
  addService,
  changeService,
  deleteService,
  moveService,
  setSupplier,
  storeServicePicture,
  switchService,
} from "#modules/catalog/index.ts";
import {
  AddService,
  ChangeService,
  MoveService,
  ServiceRef,
  SetSupplier,
  SwitchService,
} from "#modules/catalog/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { pictureFiles } from "./picture-files.ts";

/** The list without its dialog, the row of the act marked. */
const back = (did: string | null, { url }: Pick<Door, "url">) => addressWith(url, { act: null, of: null, did });

/** Without JavaScript the picture comes with the form; it is stored before the rest is validated. */
async function keepPicture(admin: ActorOf<"admin">, fields: Map<string, FormValue[]>) {
  const upload = fields.get("picture")?.find((value) => typeof value !== "string");
  fields.delete("picture");
  if (upload) fields.set("pictureId", [(await storeServicePicture(admin, { upload })).pictureId]);
}

const keeping = { can: "view_services_list.full_access", limit: formLimit, once: "in its transaction" } as const;
const withPicture = { files: pictureFiles, prepare: keepPicture } as const;

/** What a SUPER_ADMIN does with services; each act is told in the specified words (R373). */
export const servicesAction = adminActions({
  add: {
    fresh: none("Says what is sold, for no money"),
    ...keeping,
    ...withPicture,
    input: AddService,
    run: async (admin, input, door) => {
      const { id } = await addService(admin, input);
      door.toast("service.added");
      return door.go(back(id, door));
    },
  },
  edit: {
    fresh: none("Says what is sold, for no money"),
    ...keeping,
    ...withPicture,
    input: ChangeService,
    run: (admin, input) => changeService(admin, input),
    say: "service.updated",
    to: ({ serviceId }, door) => back(serviceId, door),
  },
  supplier: {
    fresh: "money",
    ...keeping,
    input: SetSupplier,
    run: setSupplier,
    say: "service.supplierSaved",
    to: ({ serviceId }, door) => back(serviceId, door),
  },
  switch: {
    fresh: none("Says what is sold, for no money"),
    ...keeping,
    failed: "service.switchFailed",
    input: SwitchService,
    run: async (admin, input, door) => {
      const done = await switchService(admin, input);
      saySwitched(door, done, { on: "service.switchedOn", off: "service.switchedOff" });
      return door.go(back(input.serviceId, door));
    },
  },
  move: {
    fresh: none("Says what is sold, for no money"),
    ...keeping,
    input: MoveService,
    run: moveService,
    to: ({ serviceId }, door) => back(serviceId, door),
  },
  delete: {
    fresh: none("Says what is sold, for no money"),
    ...keeping,
    input: ServiceRef,
    run: deleteService,
    say: "service.deleted",
    to: (_input, door) => back(null, door),
  },
});
