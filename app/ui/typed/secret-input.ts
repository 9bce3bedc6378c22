/** Names of fields whose input is never shown again and never stored: passwords, codes and proofs. */
export const secretInput = /otp|password|^again$|proof|token|secret|happy_?code|^(code|intent)$/i;

/** Names of fields whose input a browser does not store, which seals nothing: numbers of papers and bank accounts. */
export const paperInput = /(aadha+r|pan|gst|tin|account)_?number|^gstin$|upi_?id/i;
