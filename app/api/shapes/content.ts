import { z } from "zod";
import type { Prices } from "#modules/catalog/index.ts";
import type { BannerRow, BlogPost, OfferRow } from "#modules/catalog/shared.ts";
import { toRupees } from "#modules/kernel/money.ts";
import {
  type InboxEntry,
  type NotificationRow,
  notificationUserTypes,
  type SendRow,
  sendStates,
} from "#modules/notifications/shared.ts";
import { moment, rupees } from "../line/answer.ts";
import { fileUrl } from "./wire-parts.ts";

/** There is one price list; calls that change it name it by this id. */
export const priceListId = "0197a000-0000-7000-8000-000000000001";

/** The price list; its names are the specification's. */
export const PriceListShape = z.strictObject({
  _id: z.string(),
  price: z.strictObject({
    annualsubscription: rupees,
    frist_installment: rupees,
    request_booking_amount: rupees,
    subscribed_user_ticket_amount: rupees,
    unsubscribed_user_ticket_amount: rupees,
  }),
});
export const priceList = (prices: Prices): z.input<typeof PriceListShape> => ({
  _id: priceListId,
  price: {
    annualsubscription: toRupees(prices.annualSubscriptionPaise),
    frist_installment: toRupees(prices.firstInstallmentPaise),
    request_booking_amount: toRupees(prices.requestBookingAmountPaise),
    subscribed_user_ticket_amount: toRupees(prices.subscribedUserTicketAmountPaise),
    unsubscribed_user_ticket_amount: toRupees(prices.unsubscribedUserTicketAmountPaise),
  },
});

/** An offer in force, as everybody sees it; `fee_off` (ours) is what it takes off the booking fee. */
export const OpenOfferShape = z.strictObject({
  _id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  category: z.string(),
  fromDate: moment,
  toDate: moment,
  createdAt: moment,
  isActive: z.boolean(),
  fee_off: rupees,
});
export const openOffer = (offer: OfferRow): z.input<typeof OpenOfferShape> => ({
  _id: offer.id,
  title: offer.title,
  description: offer.description,
  category: offer.category,
  fromDate: offer.fromDate,
  toDate: offer.toDate,
  createdAt: offer.createdAt,
  isActive: offer.isActive,
  fee_off: toRupees(offer.feeOffPaise),
});

/** An offer as its keepers see it, with its limits and uses (ours). */
export const OfferShape = OpenOfferShape.extend({
  total_uses: z.number().nullable(),
  uses_per_phone: z.number().nullable(),
  uses: z.number(),
});
export const offer = (row: OfferRow): z.input<typeof OfferShape> => ({
  ...openOffer(row),
  total_uses: row.totalUses,
  uses_per_phone: row.usesPerPhone,
  uses: row.uses,
});

/** A banner; `says` and the days are ours. */
export const BannerShape = z.strictObject({
  _id: z.string(),
  image: z.string().nullable(),
  isActive: z.boolean(),
  sequenceOrder: z.number(),
  says: z.string().nullable(),
  fromDate: moment.nullable(),
  toDate: moment.nullable(),
});
export const banner = (row: BannerRow): z.input<typeof BannerShape> => ({
  _id: row.id,
  image: fileUrl(row.imageBlobId),
  isActive: row.isActive,
  sequenceOrder: row.position,
  says: row.says,
  fromDate: row.fromDate,
  toDate: row.toDate,
});

/** A post of the blog; `slug` (the last part of its public address), `publishedAt` and the times are ours. */
export const BlogShape = z.strictObject({
  _id: z.string(),
  title: z.string(),
  author: z.string(),
  content: z.string(),
  summary: z.string(),
  categories: z.array(z.string()),
  image: z.string().nullable(),
  isActive: z.boolean(),
  slug: z.string(),
  publishedAt: moment.nullable(),
  createdAt: moment,
  updatedAt: moment,
});
export const blog = (post: BlogPost): z.input<typeof BlogShape> => ({
  _id: post.id,
  title: post.title,
  author: post.author,
  content: post.content,
  summary: post.summary,
  categories: post.categories,
  image: fileUrl(post.imageBlobId),
  isActive: post.isActive,
  slug: post.slug,
  publishedAt: post.publishedAt,
  createdAt: post.createdAt,
  updatedAt: post.updatedAt,
});

/** A notification; `discription` is spelled so (Q73). */
export const NotificationShape = z.strictObject({
  _id: z.string(),
  title: z.string(),
  discription: z.string(),
  userType: z.enum(notificationUserTypes),
  is_active: z.boolean(),
  createdAt: moment,
});
export const notification = (row: NotificationRow): z.input<typeof NotificationShape> => ({
  _id: row.id,
  title: row.title,
  discription: row.description,
  userType: row.userType,
  is_active: row.isActive,
  createdAt: row.createdAt,
});

/** An entry of the log; its state and numbers are ours. */
export const NotificationLogShape = z.strictObject({
  _id: z.string(),
  createdAt: moment,
  notification_id: z.strictObject({ _id: z.string(), title: z.string(), discription: z.string() }),
  userType: z.enum(notificationUserTypes),
  sentBy: z.string(),
  status: z.enum(sendStates),
  progress: z.int(),
  recipients: z.int(),
  sent: z.int(),
  delivered: z.int(),
  failed: z.int(),
});
export const notificationLogEntry = (send: SendRow): z.input<typeof NotificationLogShape> => ({
  _id: send.id,
  createdAt: send.createdAt,
  notification_id: { _id: send.notificationId, title: send.title, discription: send.description },
  userType: send.userType,
  sentBy: send.sentBy,
  status: send.status,
  progress: send.progress,
  recipients: send.recipients,
  sent: send.sent,
  delivered: send.delivered,
  failed: send.failed,
});

/** An entry of an inbox. */
export const InboxEntryShape = z.strictObject({
  _id: z.string(),
  createdAt: moment,
  title: z.string(),
  discription: z.string(),
  is_new: z.boolean(),
});
export const inboxEntry = ({ id, at, title, description, isNew }: InboxEntry): z.input<typeof InboxEntryShape> => ({
  _id: id,
  createdAt: at,
  title,
  discription: description,
  is_new: isNew,
});
