/** A promise: an answer of success about one thing, with what it said. */
export type Promised =
  | { kind: "booked"; ticket: string; phone: string }
  | { kind: "paid"; ticket: string; order: string }
  | { kind: "accepted"; ticket: string; broadcast: string; center: string }
  | { kind: "assigned"; ticket: string; technician: string }
  | { kind: "pictured"; ticket: string; picture: string }
  | { kind: "closed"; ticket: string; amountPaise: number }
  | { kind: "rated"; ticket: string; stars: number }
  | { kind: "answered"; ticket: string }
  | { kind: "cancelled"; ticket: string }
  | { kind: "topped up"; order: string };

/** Records everything the product acknowledged, to compare the database with it. */
export class Promises {
  readonly all: Promised[] = [];

  give(promise: Promised) {
    this.all.push(promise);
  }

  of<K extends Promised["kind"]>(kind: K) {
    return this.all.filter((promise): promise is Extract<Promised, { kind: K }> => promise.kind === kind);
  }
}
