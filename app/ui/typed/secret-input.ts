/** Names of fields whose input is never shown again and never stored: passwords, codes and proofs. */
export const secretInput = /otp|password|^again$|proof|token|secret|happy_?code|^(code|intent)$/i;

/** Names of fields whose input is shown again in an answer but never stored: numbers of papers and bank accounts. */
export const paperInput = /(aadha+r|pan|gst|tin|account)_?number|^gstin$|upi_?id/i;
