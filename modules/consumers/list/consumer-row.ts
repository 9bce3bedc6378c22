import type { Actor } from "#modules/kernel/actor.ts";
import { maskStars, withoutContacts } from "#modules/kernel/mask.ts";
import { seesContacts } from "#modules/kernel/names.ts";

/** A customer as stored, with what their requests say. */
export type ConsumerRecord = {
  id: string;
  name: string;
  phone: string;
  countryCode: string;
  createdAt: string;
  deviceId: string | null;
  email: string | null;
  houseNumber: string | null;
  locality: string | null;
  city: string | null;
  state: string | null;
  pincode: string | null;
  country: string | null;
};

/** A customer as an operator may read one; phone and e-mail are stars for all but a SUPER_ADMIN (Q16). */
export type ConsumerRow = {
  id: string;
  createdAt: Date;
  name: string;
  phone: string;
  countryCode: string;
  email: string | null;
  /** The device of the first request that was made in the app; null when it came from the web. */
  deviceId: string | null;
  fromApp: boolean;
  /** Nobody refers customers yet: the product has no referrals, so this is 0 and nobody was referred. */
  referralsGiven: number;
  referralReceived: boolean;
  /** In one line; null while nothing is known. */
  address: string | null;
  addressLine: string | null;
  city: string | null;
  state: string | null;
  pincode: string | null;
  country: string | null;
  contactsShown: boolean;
};

/** A customer without the contacts this actor may not see, also where they stand in other texts. */
export function shownConsumer(actor: Actor, consumer: ConsumerRecord): ConsumerRow {
  const contactsShown = seesContacts(actor);
  const text = (value: string | null) => (value && !contactsShown ? withoutContacts(value) : value);
  const contact = (value: string | null) => (value && !contactsShown ? maskStars() : value);
  const addressLine = text([consumer.houseNumber, consumer.locality].filter(Boolean).join(", ") || null);
  const city = text(consumer.city);
  const state = consumer.state;
  return {
    id: consumer.id,
    createdAt: new Date(consumer.createdAt),
    name: text(consumer.name) ?? "",
    phone: contact(consumer.phone) ?? "",
    countryCode: consumer.countryCode,
    email: contact(consumer.email),
    deviceId: contact(consumer.deviceId),
    fromApp: Boolean(consumer.deviceId),
    referralsGiven: 0,
    referralReceived: false,
    address: [addressLine, city, state, consumer.pincode].filter(Boolean).join(", ") || null,
    addressLine,
    city,
    state,
    pincode: consumer.pincode,
    country: consumer.country,
    contactsShown,
  };
}
