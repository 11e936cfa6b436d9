export const ACCOUNT = {
  title: "Your account",
  name: "Name",
  email: "Email address",
  role: "Role",
  organization: "Organisation",
  timezone: "Time zone",
} as const;
