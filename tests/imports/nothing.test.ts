/** What programs write for nothing is no name, in every format. */
import { expect, test } from "bun:test";
import { contactsOf, readFile } from "./read-file.ts";

test.each(["nan", "NaN", "NULL", "None", "#N/A", "\\N", "-", "nan nan"])(
  "'%s' beside a number is no name",
  async (nothing) => {
    const file = `name,first name,phone,email,company\n"${nothing}",,015123450041,${nothing},\n,,015123450042,,"${nothing}"\n`;
    const found = await contactsOf(file, "DE");
    expect(found).toEqual([{ phone_number: "+4915123450041" }, { phone_number: "+4915123450042" }]);
    const card = `BEGIN:VCARD\nVERSION:3.0\nFN:${nothing}\nN:Groß;Lena;;;\nTEL:015123450043\nEND:VCARD\n`;
    expect((await readFile("vcard", card, "DE")).records[0]?.contact).toMatchObject({ name: "Lena Groß" });
  },
);

test("a last name stays where the first is nothing, and a sign stays an answer", async () => {
  const file = "Vorname,Nachname,Telefon,Einwilligung,Notiz\nnan,Groß,015123450044,-,-\n";
  expect(await contactsOf(file, "DE")).toMatchObject([
    { name: "Groß", consent: { state: "denied" }, custom_fields: { Notiz: "-", last_name: "Groß" } },
  ]);
});
