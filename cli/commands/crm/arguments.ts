/** The argument of what is done with one record. */
export const recordArgument = {
  id: { of: "crm", description: "Record: a contact, company, deal or task" },
} as const;
