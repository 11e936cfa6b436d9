export const roleOption = {
  value: "role",
  choices: ["owner", "admin", "agent", "viewer"],
  description: "owner may do everything, admin all that permissions name, agent converses, viewer reads",
} as const;

export const keepKeysOption = {
  description: "Leave the API keys and open invitations that the user made",
} as const;
