export const admin = {
  "admin.loginTitle": "Admin login",
  "admin.userName": "User name",
  "admin.password": "Password",
  "admin.login": "Login",
  "admin.forgotPassword": "Forgot password?",
  "admin.otherLogins": "Other logins",
  "admin.centerLogin": "Center login",
  "admin.home": "Home",
  "admin.homeDocs": "HTTP API documentation",
} as const;
