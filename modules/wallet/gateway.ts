import type { PaymentGateway } from "./payment-gateway.ts";
import { razorpay } from "./razorpay/razorpay.server.ts";

/** The payment provider of this installation. */
export const gateway: PaymentGateway = razorpay;
