import { expect, test } from "vitest";
import { BookTicket } from "../booking/input.ts";
import { CreateRequest, UpdateRequest } from "../desk/input.ts";
import { readings } from "../reading.ts";
import { requestFieldRights } from "../rights/field-rights.ts";
import { TicketSchema } from "../ticket.entity.ts";
import { columnNames } from "../upload/columns.ts";
import {
  changeNames,
  columnOf,
  namesOfPerson,
  readTexts,
  sheetNames,
  sheetOf,
  textNames,
  textsToStore,
} from "./texts.ts";

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

test("every declared text is a property of the entity that may be null, in the column of its name", () => {
  for (const name of textNames) {
    expect(TicketSchema.meta.properties[name], name).toMatchObject({ nullable: true });
    expect(columnOf(name)).toBe(inSnakeCase(name));
  }
});

test("a text that a form declares is a field of its schema, and its setting is a right", () => {
  expect(Object.keys(BookTicket.shape)).toEqual(
    expect.arrayContaining(["requirement", "email", "houseNumber", "state"]),
  );
  expect(Object.keys(CreateRequest.shape)).toEqual(expect.arrayContaining([...changeNames, "email", "alternatePhone"]));
  expect(Object.keys(UpdateRequest.shape)).toEqual(expect.arrayContaining([...changeNames]));
  for (const name of changeNames) expect(requestFieldRights[name]).toEqual(["house", "client"]);
  expect(CreateRequest.shape).not.toHaveProperty("pickLocation");
});

test("a stored row of an upload holds its cells by place: the specified columns stay where they are", () => {
  expect(columnNames.slice(0, 22).join()).toBe(
    "CenterQr,Client Id,Service provided for,Specific requirement,service_provided_client_id,Country code," +
      "Mobile number,Customer name,House number,Locality,City,State,Pincode,Additional Pincode,Country," +
      "Time preference type,Specific date and time,Ticket price,Offer code,Is paid ticket,ticketCreatedBy," +
      "service_provided_due_amount",
  );
  expect(columnNames).toHaveLength(new Set(columnNames).size);
  expect(columnNames).toEqual(expect.arrayContaining(sheetNames.map((name) => sheetOf(name).name)));
});

test("an audience reads of each text what its kind allows, and who may read nothing reads null", () => {
  const stored = textsToStore({ ...Object.fromEntries(textNames.map((name) => [name, "12 call 98765 43210"])) });
  const { state, ...read } = readTexts(readings.offered, stored, textNames);
  expect(state).toBe(stored.state);
  expect(Object.values(read).filter((text) => text?.includes("98765"))).toEqual([]);
  expect(read).toMatchObject({ email: null, houseNumber: null, city: null, pickLocation: null });
  expect(readTexts(readings.everything, stored, textNames)).toEqual(stored);
});

test("of a customer every text but the state is erased", () => {
  const erased = [...namesOfPerson("own"), ...namesOfPerson("words")];
  expect(textNames.filter((name) => !erased.includes(name))).toEqual(["state"]);
});
