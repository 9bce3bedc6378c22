import { allRoles, countSuperAdmins } from "#modules/access/index.ts";
import { activeServices, hasPriceList } from "#modules/catalog/index.ts";
import { countCenters } from "#modules/centers/index.ts";
import { templateProblems } from "#modules/notifications/index.ts";

/** What an installation has of what a first booking needs. */
export type Readiness = {
  superAdmins: number;
  services: { active: number; withPicture: number };
  /** Whether the five prices were set; until then the defaults are in force. */
  prices: boolean;
  roles: number;
  centers: { active: number; offered: number };
  /** Why messages would not be delivered, in words; none when they would. */
  messageProblems: string[];
};

/** What is there of what a first booking needs, and what is missing. */
export async function readiness(): Promise<Readiness> {
  const services = await activeServices();
  return {
    superAdmins: await countSuperAdmins(),
    services: { active: services.length, withPicture: services.filter(({ imageBlobId }) => imageBlobId).length },
    prices: await hasPriceList(),
    roles: (await allRoles()).length,
    centers: await countCenters(),
    messageProblems: templateProblems(),
  };
}
