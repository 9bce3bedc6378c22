export const admin = {
  "admin.loginTitle": "Admin login",
  "admin.password": "Password",
  "admin.login": "Login",
  "admin.forgotPassword": "Forgot password?",
  "admin.otherLogins": "Other logins",
  "admin.homeDocs": "HTTP API documentation",
} as const;
