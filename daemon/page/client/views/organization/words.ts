export const ORGANIZATION = {
  title: "Organisation",
  id: "Id",
  contacts: "Contacts",
  text: "The country of numbers that are written without one, and the words by which people stop and start messages.",
  save: "Save settings",
  saved: "Settings saved",
} as const;
