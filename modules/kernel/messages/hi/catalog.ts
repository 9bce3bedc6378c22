import type { catalog as en } from "../en/catalog.ts";

export const catalog: Record<keyof typeof en, string> = {
  "service.notFound": "यह सेवा उपलब्ध नहीं है",
  "vehicle.notFound": "यह वाहन उपलब्ध नहीं है",
  "offer.notValid": "यह ऑफ़र कोड अब मान्य नहीं है",
};
