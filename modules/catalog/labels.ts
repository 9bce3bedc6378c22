import type { MessageKey } from "#modules/messages/index.ts";

/** The labels of the fields of a client's form. */
export const clientFieldNames: Readonly<Record<string, MessageKey>> = {
  clientName: "clients.name",
  productName: "clients.product",
  productCategory: "clients.productCategory",
  specificRequirement: "clients.requirement",
  price: "clients.price",
  officialEmail: "clients.email",
  contactName: "clients.contact",
  contactDesignation: "clients.designation",
  contactPhone: "clients.phone",
  addressLine: "clients.address",
  city: "clients.city",
  state: "clients.state",
  pincode: "clients.pincode",
  gstNumber: "clients.gst",
  aadhaarNumber: "clients.aadhaar",
  panNumber: "clients.pan",
  tinNumber: "clients.tin",
  bankName: "clients.bank",
  accountNumber: "clients.account",
  ifscCode: "clients.ifsc",
  branch: "clients.branch",
  category: "clients.category",
  allowedBrands: "clients.brands",
};
