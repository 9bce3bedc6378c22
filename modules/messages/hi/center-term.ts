import type { centerTerm as en } from "../en/center-term.ts";

export const centerTerm: Record<keyof typeof en, string> = {
  "center.term.disabled": "जब तक आपका सेंटर बंद है, सदस्यता लेने पर भी उसे अनुरोध नहीं मिलेंगे। ख़रीदने से पहले हमसे बात करें।",
  "center.term.buy": "सदस्यता ख़रीदें",
  "center.offers.over": "नए अनुरोध नहीं आ रहे",
  "center.offers.overHint": "{date} से अनुरोध आना बंद हैं। सदस्यता लेने पर फिर आने लगेंगे।",
  "center.offers.overDisabled": "{date} से अनुरोध आना बंद हैं, और आपका सेंटर बंद है।",
};
