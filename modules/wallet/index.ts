/** The server interface of the wallet: orders and payments, the ledger, refunds, and a center's view of its money. */

export {
  type CloseDayFacts,
  closeDayFacts,
  closeDayJob,
  closeEachMorning,
  lookAgain,
  prepareDay,
} from "./close/close-day.ts";
export { type CloseDayRow, type CloseRow, countOpenDays } from "./close/close-lists.ts";
export { closeDaysList, closeRowsList } from "./close/list-definitions.ts";
export { type CustomerMoney, type CustomerMoneyLine, customerMoney } from "./desk/customer-money.ts";
export { type GroupedWallet, walletOwner } from "./desk/grouped-wallets.ts";
export {
  manualTransactionsList,
  paymentsList,
  walletCentersList,
  walletConsumersList,
  walletTransactionsList,
} from "./desk/list-definitions.ts";
export { type ManualTransaction, manualGroups } from "./desk/manual-transactions.ts";
export type { PaymentRow } from "./desk/payment-history.ts";
export { findWalletParties, type WalletParty, walletParty } from "./desk/wallet-parties.ts";
export type { WalletTransaction } from "./desk/wallet-transactions.ts";
export {
  feeInBalance,
  leadReturned,
  objectionSettled,
  orderClosed,
  orderFailed,
  orderPaid,
  orderRefunded,
  type Purchase,
  purchaseOf,
  salesMoved,
  subscriptionGranted,
  subscriptionNotGranted,
  walletAdjusted,
} from "./events.ts";
export { openFee, paidOf } from "./fees/open-fee.ts";
export { releaseBalance, returnBookingFee } from "./fees/return-booking-fee.ts";
export { gateway } from "./gateway.ts";
export { earnBookingFee, feeStateOf, holdBookingFee, holdFeeAgain, isFeeHeld } from "./ledger/booking-fee.ts";
export { leadLeft, leadLeftSql } from "./ledger/by-hand.ts";
export { balanceOfPhone, lockBalance, paidFromBalance } from "./ledger/customer-balance.ts";
export { feeRefunded } from "./ledger/fee-refunds.ts";
export { creditLatePayment, payLeadFromWallet, returnLeadFee } from "./ledger/lead-fee.ts";
export type { AccountKind } from "./ledger/ledger.entity.ts";
export { ledgerFaults } from "./ledger/ledger-faults.ts";
export { joiningBonus } from "./ledger/top-up.ts";
export { entriesBetween as moved, type TransferInput, transfer } from "./ledger/transfer.ts";
export { consumerBalance, lockWallets, walletBalance, walletBalanceSql } from "./ledger/wallets.ts";
export { type Adjusted, actOnWallet, adjustWallet, type CenterAdjusted, type WalletActed } from "./manual/adjust.ts";
export { approveAdjustment, refuseAdjustment, withdrawAdjustment } from "./manual/decide.ts";
export { enterSubscription } from "./manual/enter-subscription.ts";
export { adjustmentsList, stateOf } from "./manual/list-definitions.ts";
export {
  objectionPicture,
  objectToPenalty,
  settleObjection,
  storeObjectionPicture,
  sweepObjectionsNightly,
} from "./manual/objections.ts";
export {
  type AdjustmentRow,
  additionFacts,
  adjustmentFacts,
  adjustmentRoom,
  adjustments,
  adjustmentsToDecide,
  balanceFacts,
  countAdjustments,
  feeInBalanceFacts,
  getAdjustment,
  type OwnPenalty,
  ownPenalties,
  requestNumbered,
} from "./manual/reads.ts";
export { refundSubscription, type SubscriptionRefunded } from "./manual/refund-subscription.ts";
export { openOrder } from "./orders/open-order.ts";
export type { Order, OrderPurpose, OrderStatus, Payment, Refund } from "./orders/order.entity.ts";
export {
  findProviderOrder,
  getOrder,
  isInBalance,
  orderOfBroadcast,
  orderOfRide,
  orderOfTicket,
  unpaidFeesOf,
} from "./orders/orders.ts";
export { keepProviderOrder, type Payable, payable } from "./orders/payable.ts";
export { isPaymentUnderWay } from "./orders/payments.ts";
export type { GatewayPayment } from "./payment-gateway.ts";
export { may, needMay } from "./policy.ts";
export { type RefundOfOrder, refundOfOrder } from "./refunds/refund-of-order.ts";
export { refundToSource } from "./refunds/refund-to-source.ts";
export { sendRefund } from "./refunds/send-refund.ts";
export { completeOrder, type Outcome } from "./settling/complete-order.ts";
export { confirmCheckout, confirmWithProvider } from "./settling/confirm-payment.ts";
export { giveUpOrder } from "./settling/give-up-order.ts";
export { checkPurchase, type PurchaseState, purchaseState } from "./settling/own-purchase.ts";
export { receiveWebhook } from "./settling/receive-webhook.ts";
export { openTopUp } from "./settling/recharge-order.ts";
export { reconcileEveryMinute, reconcileOrders } from "./settling/reconcile-orders.ts";
export { settleOrderLater } from "./settling/settle-order.ts";
export { type WebhookSilence, webhookSilence } from "./settling/webhook-silence.ts";
export { centerTransactions } from "./statements/center-transactions.ts";
export { statementList, transactionsList } from "./statements/list-definitions.ts";
export { paidForTickets } from "./statements/paid-for.ts";
export { ledgerOfRequest, type RequestLedgerLine } from "./statements/request-ledger.ts";
export {
  buySubscription,
  type SubscriptionPurchase,
  startSubscription,
  subscriptionStarted,
} from "./subscriptions/buy.ts";
export { type CenterSubscriptionView, centerSubscription } from "./subscriptions/center-subscription.ts";
export {
  type SubscriptionSale,
  subscriptionFacts,
  subscriptionPaidBy,
  subscriptionRefundFacts,
  subscriptionSale,
} from "./subscriptions/facts.ts";
export { type SubscriptionOffer, tooEarlyDays } from "./subscriptions/offers.ts";
export { type RefundableSubscription, refundableSubscriptions } from "./subscriptions/refund.ts";
export type { CenterSubscription } from "./subscriptions/subscription.entity.ts";
