const whole = /^\d{10}$/;

/** A phone number as a link, or its masked form as text. */
export function PhoneLink({ phone }: { phone: string }) {
  return whole.test(phone) ? <a href={`tel:+91${phone}`}>{`${phone.slice(0, 5)} ${phone.slice(5)}`}</a> : phone;
}

/** A map link to the customer's address, which phones open in their own map application. */
export const mapLink = (address: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;

/** A WhatsApp link to the customer with a prepared text (B4); undefined for a masked number. */
export const chatLink = (phone: string, words: string) =>
  whole.test(phone) ? `https://wa.me/91${phone}?text=${encodeURIComponent(words)}` : null;
