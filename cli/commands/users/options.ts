export const roleOption = {
  value: "role",
  choices: ["owner", "admin", "agent", "viewer"],
  description:
    "owner may do everything, admin everything that permissions name, agent works in conversations, viewer reads",
} as const;

export const keepKeysOption = {
  description: "Keep the API keys, open invitations, approved terminals and endpoints that the user created",
} as const;
