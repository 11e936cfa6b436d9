export const JOIN = {
  invitation: "Join",
  invitationText: "You have been invited. Say who you are, and choose a password.",
  name: "Your name",
  join: "Join",
  reset: "Choose a new password",
  resetText: "All logins of yours end, and so does what was made with them: keys, invitations and endpoints.",
  keep: "Keep the keys, invitations, terminals and endpoints that I created",
  set: "Set the password",
} as const;
