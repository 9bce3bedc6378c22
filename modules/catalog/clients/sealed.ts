import { hmac, seal, unseal } from "#modules/kernel/crypto.server.ts";
import { readable, type SealedPlace, sealedColumn } from "#modules/kernel/secrets/sealed-places.server.ts";
import type { Client } from "./client.entity.ts";
import type { AddClient, ClientCard } from "./input.ts";

/*
 * What is kept of a client's papers (H22): GST, PAN and account number sealed, of the Aadhaar number the last four
 * digits and, when it was given in full, a keyed hash. A GSTIN holds the PAN, so it is sealed and masked like one.
 */

/** A GSTIN without the PAN in it: `27XXXXXXXXXX1ZV`. */
const maskedGst = (gstin: string) => `${gstin.slice(0, 2)}XXXXXXXXXX${gstin.slice(12)}`;

type Papers = Partial<Pick<AddClient, "gstNumber" | "aadhaarNumber" | "panNumber" | "accountNumber">>;

/** The columns of the papers that are given; the others stay. */
export const paperColumns = ({ gstNumber, aadhaarNumber, panNumber, accountNumber }: Papers) => ({
  ...(gstNumber && { gstSealed: seal(gstNumber), gstMasked: maskedGst(gstNumber) }),
  ...(panNumber && { panSealed: seal(panNumber), panLast4: panNumber.slice(-4) }),
  ...(accountNumber && { accountSealed: seal(accountNumber), accountLast4: accountNumber.slice(-4) }),
  ...(aadhaarNumber && {
    aadhaarLast4: aadhaarNumber.slice(-4),
    aadhaarHash: /^\d+$/.test(aadhaarNumber) ? hmac("aadhar", aadhaarNumber) : null,
  }),
});

const after = (hidden: string, last4: string | null | undefined) => (last4 ? `${hidden}${last4}` : null);

/** The papers as everybody sees them. */
export const papersShown = (
  client: Pick<Client, "gstMasked" | "panLast4" | "accountLast4" | "aadhaarLast4">,
): Pick<ClientCard, "gstNumber" | "panNumber" | "accountNumber" | "aadhaarNumber"> => ({
  gstNumber: client.gstMasked ?? null,
  panNumber: after("XXXXXX", client.panLast4),
  accountNumber: after("XXXXXX", client.accountLast4),
  aadhaarNumber: after("XXXXXXXX", client.aadhaarLast4),
});

/** The papers in full; null for what is not kept, or sealed with a key that is gone. The Aadhaar number never is. */
export const papersInFull = ({ gstSealed, panSealed, accountSealed }: Client) => ({
  gstNumber: opened("clients.gst_sealed", gstSealed),
  panNumber: opened("clients.pan_sealed", panSealed),
  accountNumber: opened("clients.account_sealed", accountSealed),
});

const opened = (place: string, sealed: string | null | undefined) =>
  sealed ? (readable(place, () => unseal(sealed)) ?? null) : null;

/** The sealed places of clients. */
export const clientsSealedIn: readonly SealedPlace[] = ["gst_sealed", "pan_sealed", "account_sealed"].map((column) =>
  sealedColumn({ table: "clients", column }),
);
