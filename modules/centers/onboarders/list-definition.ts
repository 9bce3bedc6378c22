import { z } from "zod";
import { defineList } from "#modules/kernel/lists/list.server.ts";
import { optionalText } from "#modules/kernel/validation.ts";
import { onboardedStateWord } from "../labels.ts";
import type { CenterRow } from "../shared.ts";
import { onboardedCenters } from "./onboarded-centers.ts";

const filter = z.object({ search: optionalText(60) });

/** The centers an onboarder brought, without their limits, money and flags. */
export const onboardedCentersList = defineList<typeof filter, CenterRow>({
  name: "onboarded-centers",
  title: "onboarder.centers",
  filter,
  key: ({ id }) => id,
  page: onboardedCenters,
  columns: [
    { id: "name", label: "onboarder.col.name", kind: "text", value: ({ centerName }) => centerName },
    { id: "phone", label: "common.phone", kind: "text", value: ({ phone }) => phone },
    { id: "qrId", label: "common.qrCode", kind: "text", value: ({ qr }) => qr?.qrId },
    {
      id: "primary",
      label: "onboarder.col.skills",
      kind: "service",
      value: ({ primaryService }) => primaryService?.serviceName,
    },
    {
      id: "secondary",
      label: "common.secondaryService",
      kind: "service",
      value: ({ secondaryServices }) => secondaryServices.map(({ serviceName }) => serviceName).join(", "),
    },
    { id: "pincodes", label: "onboarder.col.pincodes", kind: "text", value: ({ pincodes }) => pincodes.join(", ") },
    {
      id: "status",
      label: "common.status",
      kind: "text",
      value: ({ isActive }, tell) => tell(onboardedStateWord(isActive)),
    },
    { id: "added", label: "onboarder.col.added", kind: "moment", value: ({ createdAt }) => new Date(createdAt) },
  ],
});
