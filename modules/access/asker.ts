import { hashToken } from "#modules/kernel/crypto.server.ts";
import { networkOf } from "#modules/kernel/network.ts";

/** Where a request comes from, and what distinguishes its browser from a stranger's. */
export type Asker = {
  address: string;
  /** The nonces of the codes it requested, from a cookie or sent back. */
  nonces?: readonly string[] | undefined;
  /** The phones its browser has verified (fixed point 14). */
  phones?: readonly string[] | undefined;
  /** Hashes of the tokens of its present and earlier sessions. */
  sessions?: readonly string[] | undefined;
};

/** Only these fields of a larger object. */
export const askerOf = ({ address, nonces, phones, sessions }: Asker): Asker => ({ address, nonces, phones, sessions });

/** The keys an asker's tries are counted by: the hashes of its nonces, and its network. */
export const marksOf = ({ address, nonces = [] }: Asker) => ({
  nonces: nonces.map(hashToken),
  network: networkOf(address),
});
