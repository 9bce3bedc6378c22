export const admin = {
  "admin.loginTitle": "Admin login",
  "admin.userName": "User name",
  "admin.password": "Password",
  "admin.login": "Login",
  "admin.forgotPassword": "Forgot password?",
  "admin.otherLogins": "Other logins",
  "admin.centerLogin": "Center login",
  "admin.home": "Home",
  "admin.homeEmptyTitle": "Welcome, {name}",
  "admin.homeEmptyBody":
    "Lists and forms of the back office are not here yet. Requests can be assigned, broadcast, closed and cancelled through the HTTP API.",
  "admin.homeDocs": "HTTP API documentation",
} as const;
