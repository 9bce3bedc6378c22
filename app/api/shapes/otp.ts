import { z } from "zod";

/** The answer of a call that sent a code. */
export const NonceShape = z.strictObject({
  otp_nonce: z.string().describe("What the code's tries are bound to: send it back as x-otp-nonce"),
});
export const sentNonce = ({ nonce }: { nonce: string }): z.input<typeof NonceShape> => ({ otp_nonce: nonce });

/** The answer of a call that checked a code: a proof, good for one action of the phone's owner. */
export const ProofShape = z.strictObject({ proof: z.string() });
