import type { Command } from "commander";
import { wordOf } from "./declare.ts";

/** Words for the fields of a verb's input that are called otherwise where they are typed; the command's own is meant. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  adjustmentId: ["<id>"],
  caseId: ["<id>"],
  centerId: ["<center>", "[center]", "--center"],
  clientId: ["<id>", "<client>", "--client", "--client-id"],
  closeRemarks: ["--remarks"],
  disabledFor: ["--for"],
  endpointId: ["<endpoint>"],
  events: ["--event"],
  keyId: ["<key>"],
  kind: ["--type"],
  mobile: ["<number>"],
  notificationId: ["<id>"],
  password: ["--password-stdin"],
  paymentReference: ["--reference"],
  paymentType: ["--payment"],
  phone: ["<phone>", "<number>"],
  qrId: ["<qrId>"],
  roleId: ["--role-id"],
  scopes: ["--scope"],
  sendId: ["<id>"],
  serviceId: ["--service"],
  ticketAcceptLimit: ["<limit>"],
  ticketId: ["<ticket>", "--ticket"],
  ticketRemarks: ["--tell"],
  userName: ["--username", "<username>"],
};

/** The word of a command by which a field of its input was typed; the field's own name where there is none. */
export function fieldWord(command: Command, field: string): string {
  const typed = [...command.options, ...command.registeredArguments].map(wordOf);
  const [name = field] = field.split(".");
  const own = typed.find((word) => word === `--${name}`);
  return own ?? otherWords[name]?.find((word) => typed.includes(word)) ?? name;
}
