const whole = /^\d{10}$/;

/** A number that can be called, or the stars that stand for it. */
export function PhoneLink({ phone }: { phone: string }) {
  return whole.test(phone) ? <a href={`tel:+91${phone}`}>{`${phone.slice(0, 5)} ${phone.slice(5)}`}</a> : phone;
}

/** Where the customer lives, on a map; the device's own map application takes the link where there is one. */
export const mapLink = (address: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;

/** A chat with the customer that begins with these words (B4); none for a masked number. */
export const chatLink = (phone: string, words: string) =>
  whole.test(phone) ? `https://wa.me/91${phone}?text=${encodeURIComponent(words)}` : null;
