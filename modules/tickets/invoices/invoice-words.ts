const small = [
  "Zero",
  "One",
  "Two",
  "Three",
  "Four",
  "Five",
  "Six",
  "Seven",
  "Eight",
  "Nine",
  "Ten",
  "Eleven",
  "Twelve",
  "Thirteen",
  "Fourteen",
  "Fifteen",
  "Sixteen",
  "Seventeen",
  "Eighteen",
  "Nineteen",
];
const tens = ["", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"];

function words(number: number): string {
  if (number < 20) return small[number]!;
  if (number < 100) return joined(tens[Math.floor(number / 10)]!, number % 10);
  if (number < 1_000) return joined(`${words(Math.floor(number / 100))} Hundred`, number % 100);
  if (number < 100_000) return joined(`${words(Math.floor(number / 1_000))} Thousand`, number % 1_000);
  if (number < 10_000_000) return joined(`${words(Math.floor(number / 100_000))} Lakh`, number % 100_000);
  return joined(`${words(Math.floor(number / 10_000_000))} Crore`, number % 10_000_000);
}

const joined = (head: string, rest: number) => (rest === 0 ? head : `${head} ${words(rest)}`);

/** An amount in paise in Indian words: `Rupees One Lakh Two Hundred and Fifty Paise Only`. */
export function rupeesInWords(amount: number) {
  const paise = amount % 100;
  const rupees = words((amount - paise) / 100);
  return paise === 0 ? `Rupees ${rupees} Only` : `Rupees ${rupees} and ${words(paise)} Paise Only`;
}
