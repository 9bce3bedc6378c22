/*
 * People for one journey only, made by the sandbox of the product under test: a center with its own pincode, phone,
 * technicians and wallet, a driver, an onboarder.
 */

export type Center = {
  phone: string;
  qrId: string;
  centerName: string;
  name: string;
  pincode: string;
  technicians: { phone: string; name: string }[];
};
export type CenterOptions = { services?: string[]; pincode?: string; walletRupees?: number; driver?: boolean };

export function peopleAt(base: string) {
  async function make<T>(what: string, body: object): Promise<T> {
    const answer = await fetch(`${base}/sandbox/people/${what}`, { method: "POST", body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`no ${what}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  return {
    /** A center that offers AC REPAIR by default; with another center's pincode the two compete. */
    aCenter: (options: CenterOptions = {}) => make<Center>("center", options),
    /** The driver of an e-rickshaw. */
    aDriver: () => make<Center>("center", { services: ["PICK AND DROP"], driver: true }),
    anOnboarder: () => make<{ phone: string; centerOnboarderId: string; name: string }>("onboarder", {}),
  };
}
