/** What a switch did: the state it was asked for, and whether that is a change; false where it was in that state already. */
export type Switched = { isActive: boolean; changed: boolean };
