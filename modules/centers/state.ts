/** R381: the states of a center, by the numbers they have in the database and on the wire. */
export const centerState = { DRAFTED: 2, IN_ACTIVE: -1, ACTIVE: 1, DELETED: 0 } as const;
export type CenterState = keyof typeof centerState;
export type CenterStateNumber = (typeof centerState)[CenterState];

/** The states that lists show; deleted centers are not listed (Q127). */
export const listedStates = ["ACTIVE", "IN_ACTIVE", "DRAFTED"] as const satisfies readonly CenterState[];
export type ListedState = (typeof listedStates)[number];

const nameOf = new Map(listedStates.map((name) => [centerState[name] as number, name]));

/** The name of a listed center's state, by its number. */
export function listedState(isActive: number): ListedState {
  const name = nameOf.get(isActive);
  if (!name) throw new Error(`A center in no listed state: ${isActive}`);
  return name;
}

type State = { isActive: number; rejectionReason: string | null };

/**
 * Whether a center is a partner of the operator: ACTIVE, or IN_ACTIVE without having been rejected. It may sign in and
 * its QR codes count; only an ACTIVE one gets new requests. A DRAFTED one is none yet.
 */
export const isPartner = ({ isActive, rejectionReason }: State): boolean =>
  isActive === centerState.ACTIVE || (isActive === centerState.IN_ACTIVE && rejectionReason === null);
