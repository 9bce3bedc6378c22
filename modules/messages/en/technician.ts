export const technician = {
  "technician.image.sending": "Sending the picture",
  "technician.image.sent": "The picture is here. Save the form to keep it.",
  "technician.image.open": "Open the stored picture: {what}",
  "technician.image.preview": "Chosen picture: {what}",
  "technician.image.private": "Only your center and the operators see it, and each view is recorded.",
  "technician.image.face": "Customers see it once the technician is assigned.",
  "technician.image.profile": "Profile picture",
  "technician.image.certificate": "Certificate",
  "technician.image.certificateHint": "Of training or earlier work: a JPEG, PNG or WebP picture of at most 10 MB",
  "technician.image.front": "Masked Aadhar card, front side",
  "technician.image.back": "Masked Aadhar card, back side",
  "technician.image.cardHint": "A JPEG, PNG or WebP picture of at most 10 MB",
  "technician.image.masked":
    "Only a masked card, whose first eight digits are hidden (download it from myaadhaar.uidai.gov.in). Others are rejected.",
  "technician.sameAddress": "Same as the permanent address",
  "technician.search": "Name, id, phone, pincode or service",
} as const;
