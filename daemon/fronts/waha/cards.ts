import { invalid, type Json, maybeText } from "../shared/given.ts";

/** The contacts of a card: given by its fields, or as the text of a vCard (RFC 6350), which may have several numbers. */
export function cardsOf(given: Json): Json[] {
  const card = maybeText(given, "vcard");
  const known =
    card === undefined
      ? {
          name: maybeText(given, "fullName"),
          organization: maybeText(given, "organization"),
          phones: phonesOf(given),
        }
      : readCard(card);
  const { name, organization, phones } = known;
  if (name === undefined || phones.length === 0)
    throw invalid("contacts", "a contact needs a name and a number");
  const more = organization === undefined ? {} : { organization };
  return phones.map((phone) => ({ full_name: name, phone, ...more }));
}

function phonesOf(given: Json): string[] {
  const phone = maybeText(given, "whatsappId")?.replace(/@.*/, "") ?? maybeText(given, "phoneNumber");
  return phone === undefined ? [] : [phone];
}

function readCard(card: string) {
  // a line that begins with a space goes on with the one before
  const lines = card.replace(/\r?\n[ \t]/g, "").split(/\r?\n/);
  const values = (name: string) =>
    lines.flatMap((line) => {
      const [head = "", ...value] = line.split(":");
      return head
        .split(";", 1)[0]
        ?.replace(/^item\d+\./i, "")
        .toUpperCase() === name
        ? [{ head, value: value.join(":") }]
        : [];
    });
  const phones = values("TEL").map(
    ({ head, value }) => /waid=(\d+)/i.exec(head)?.[1] ?? value.replace(/^tel:/i, ""),
  );
  const organization = values("ORG")[0]?.value.replace(/;+$/, "").replaceAll(";", ", ");
  return { name: values("FN")[0]?.value, organization: organization || undefined, phones };
}
