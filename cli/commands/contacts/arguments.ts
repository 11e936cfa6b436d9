export const contactArgument = {
  of: "contacts",
  description: "Contact: its id, or its number in any form",
} as const;
export const consentChannels = ["whatsapp", "email", "sms", "voice"] as const;
