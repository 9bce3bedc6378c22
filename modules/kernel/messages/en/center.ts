export const center = {
  "center.loginTitle": "Center login",
  "center.loginHint": "We send a one-time password to the center's phone.",
  "center.loginCodeHint": "Enter the code from the SMS. It is good for five minutes.",
  "center.phone": "Mobile number",
  "center.otp": "OTP",
  "center.sendOtp": "Send otp",
  "center.resendOtp": "Resend otp",
  "center.login": "Login",
  "center.otherPhone": "Use another number",
} as const;
