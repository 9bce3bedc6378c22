import { expect, test } from "vitest";
import { endSession, openSession } from "#modules/access/index.ts";
import { hashToken } from "#modules/kernel/crypto.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress } from "#modules/testing/factories.ts";
import { openDoor } from "../request/door.server.ts";
import { workersIn } from "./asker.server.ts";

openDatabase();

test("a browser is known by the center that was signed in there, after it logged out, too", async () => {
  const { id } = await aCenter();
  const { token, sessionId } = await openSession({
    kind: "center",
    subjectId: id,
    via: "cookie",
    address: anAddress(),
  });
  await endSession(sessionId);
  const headers = { cookie: `center_session=${token}; center_known=${hashToken(token)}` };
  const door = openDoor({ request: new Request("http://localhost/outcome/link", { headers }), params: {} });
  expect(await workersIn(door)).toEqual({ signedIn: [], knownAs: [{ kind: "center", id }] });
});
