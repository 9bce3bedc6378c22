import type { stillNeeded as english } from "../en/still-needed.ts";

export const stillNeeded: Record<keyof typeof english, string> = {
  "stillNeeded.notAsked": "इस अनुरोध के बारे में कोई सवाल नहीं है",
  "stillNeeded.answered": "आप जवाब दे चुके हैं, अब इसे बदला नहीं जा सकता",
  "stillNeeded.over": "अब इस सवाल की ज़रूरत नहीं: पूछने के बाद अनुरोध बदल गया है",
  "stillNeeded.expired": "जवाब देने का समय पूरा हो गया है",
};
