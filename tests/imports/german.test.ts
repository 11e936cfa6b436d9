/** Files of German spreadsheet programs: numbers without their zero, semicolons, letters of other code pages. */
import { expect, test } from "bun:test";
import { listSeparator } from "../../daemon/imports/list-separator.ts";
import { guessEncoding } from "../../daemon/imports/read/text/guess-encoding.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { xlsx } from "./archives.ts";
import { importFile } from "./support.ts";

const waypost = sharedDaemon();

test("numbers without a country code are of the country that the others name", async () => {
  const job = await importFile(
    waypost,
    "Tel\n+4915100000801\n004915100000802\n4915100000803\n15702345678\n0151 00000804\n",
  );
  expect(job).toMatchObject({ default_country: "DE", created: 5, refused: 0 });
  expect((await waypost.call("GET", "/v1/contacts/phone/4915702345678")).status).toBe(200);
  const mixed = await importFile(waypost, "Tel\n+4915100000811\n+14155550123\n+33612345678\n0151 00000814\n");
  expect(mixed).toMatchObject({ default_country: null, refused: 1 });
});

test("refused lines of a spreadsheet come back as the country's programs read them", async () => {
  const file = xlsx({
    Kunden: [
      ["Telefon", "Name"],
      ["x", "Gülay"],
    ],
  });
  const refused = async (query: string) => {
    const job = await importFile(waypost, file, `?format=xlsx${query}`);
    const url = `${waypost.url}/v1/contacts/imports/${job.id}/refused`;
    return await (await fetch(url, { headers: { "x-api-key": waypost.key } })).text();
  };
  expect(await refused("&default_country=DE")).toStartWith(
    "Telefon;Name;refused_line;refused_reason\r\nx;Gülay;2;",
  );
  expect(await refused("&default_country=US")).toStartWith(
    "Telefon,Name,refused_line,refused_reason\r\nx,Gülay,2,",
  );
  expect([listSeparator("FR"), listSeparator("GB"), listSeparator(null)]).toEqual([";", ",", ","]);
});

/** A text in an encoding with one byte a character. */
function encoded(text: string, name: "windows-1252" | "windows-1254"): Uint8Array {
  const decoder = new TextDecoder(name);
  const bytes = Array.from({ length: 256 }, (_, byte) => decoder.decode(new Uint8Array([byte])));
  return Uint8Array.from(text, (character) => bytes.indexOf(character));
}

test.each([
  ["windows-1254", encoded("Ad;Soyad\nŞeyma;Yıldız\nİbrahim;Çağlar\n", "windows-1254")],
  ["windows-1252", encoded("Weiß;Gülay\nKäthe;„Der Wirt“ – Köln\n", "windows-1252")],
  ["windows-1252", encoded("Þórður;Guðmundsson\nÝmir;Sæþórsson\n", "windows-1252")],
  ["shift_jis", Uint8Array.from([0x93, 0x63, 0x92, 0x86, 0x2c, 0x30, 0x0a])],
] as const)("a few words are found to be %s", (expected, text) => {
  expect(guessEncoding(text, null).encoding).toBe(expected);
});
