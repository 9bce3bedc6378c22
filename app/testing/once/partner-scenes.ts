import { aCenter, anOnboarder, aPhone, aPincode, aProof, aService, aTechnician } from "#modules/testing/factories.ts";
import { anUpload, atCenter, mobile, type Scene, scene, tokenOf } from "./scene.ts";

type Make = (till: unknown, call: string) => Promise<Scene>;

/** A center to be registered. */
async function aShop() {
  const phone = aPhone();
  const pincode = aPincode();
  const body = {
    center_name: "New Shop",
    personal_details: { phone: mobile(phone) },
    primary_services: (await aService()).id,
    secondary_services: [(await aService()).id],
    address_details: { state: "Karnataka", pincode, additional_pincode: pincode },
    no_of_technicians: 3,
  };
  return { phone, body };
}

async function aTechnicianForm(center: { id: string }) {
  return {
    personal_details: { name: "Ravi Kumar", phone: { mobile_number: aPhone() } },
    address_details_permanent: { address_line: "1", city: "Pune", state: "Maharashtra" },
    service_area_main_pincode: "411001",
    engagement_type: "SALARIED",
    services: { primary_services: (await aService()).id },
    document_details: { pan_card_document: await anUpload(center.id) },
  };
}

/** A center's registration and its technicians, ready to be sent. */
export const partnerScenes: Record<string, Make> = {
  "POST center/create-technician": async (_till, call) => {
    const center = await aCenter();
    const body = await aTechnicianForm(center);
    return scene(call, { body, changed: { engagement_type: "FREELANCER" } }, await atCenter(center));
  },
  "POST center/update-technician": async (_till, call) => {
    const center = await aCenter();
    const technician = await aTechnician({ center });
    const body = { ...(await aTechnicianForm(center)), technician_obj_id: technician.id };
    return scene(call, { body, changed: { service_area_main_pincode: "411002" } }, await atCenter(center));
  },
  "DELETE center/deleteTechnician/{id}": async (_till, call) => {
    const center = await aCenter();
    const technician = await aTechnician({ center });
    return scene(call.replace("{id}", technician.id), {}, await atCenter(center));
  },
  "POST center/register-center-via-web": async (_till, call) => {
    const { body, phone } = await aShop();
    const proof = await aProof({ phone, purpose: "registration" });
    const { sent, changed, stranger } = scene(call, { body: { ...body, proof }, changed: { center_name: "Other" } });
    return { sent, changed, stranger: { ...stranger, body } };
  },
  "POST centerOnboarding/create-center": async (_till, call) => {
    const { body, phone } = await aShop();
    const proof = await aProof({ phone, purpose: "registration" });
    const as = await tokenOf("onboarder", await anOnboarder());
    const stranger = await tokenOf("onboarder", await anOnboarder());
    return scene(call, { body: { ...body, proof }, changed: { center_name: "Other" } }, { as, stranger });
  },
};
