/**
 * Files that programs write and people keep, with their right values. They are beside the checkout, in ../shared: without
 * them nothing is tested here.
 */

import { afterEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { importFile } from "./support.ts";

const FOLDER = `${import.meta.dir}/../../../shared/cases/contacts`;
const waypost = sharedDaemon();

type Found = {
  id: string;
  name: string | null;
  phone_number: string | null;
  email: string | null;
  tags: string[];
  custom_fields: Record<string, unknown>;
};

async function imported(name: string, country: string) {
  const type = name.endsWith(".vcf") ? "text/vcard" : "text/csv";
  const file = new Uint8Array(await Bun.file(`${FOLDER}/${name}`).arrayBuffer());
  const query = `?default_country=${country}&set=${encodeURIComponent('{"tags":"real-file"}')}`;
  return await importFile(waypost, file, query, { "content-type": type });
}

async function contacts(): Promise<Found[]> {
  const { body } = await waypost.call("GET", "/v1/contacts?tag=real-file&limit=100");
  return body.data;
}

/** The numbers by the name, or by the first letter of it. */
async function numbers(): Promise<Record<string, string | null>> {
  return Object.fromEntries((await contacts()).map(({ name, phone_number }) => [name, phone_number]));
}

describe.skipIf(!existsSync(FOLDER))("of ../shared", () => {
  afterEach(async () => {
    for (const { id } of await contacts()) await waypost.call("DELETE", `/v1/contacts/${id}`);
  });

  test.each(["DE", "BR", "US", "ID", "AT"])(
    "float-pandas.csv, %s: the digits before the dot, or refused",
    async (country) => {
      await imported("float-pandas.csv", country);
      const written = (await Bun.file(`${FOLDER}/float-pandas.csv`).text()).split("\n").slice(1);
      const right = new Map(
        written.map((line) => [line.split(",")[0], `+${line.split(",")[1]?.split(".")[0]}`]),
      );
      const found = Object.entries(await numbers());
      expect(found.length).toBeGreaterThan(10);
      for (const [name, number] of found) expect([name, number]).toEqual([name, right.get(name) ?? ""]);
    },
  );

  test("glued.csv", async () => {
    expect(await imported("glued.csv", "DE")).toMatchObject({ created: 1, refused: 4 });
    expect(await numbers()).toEqual({ m: "+4915123456789" });
  });

  test("cc-DE.csv", async () => {
    await imported("cc-DE.csv", "DE");
    expect(await numbers()).toEqual({
      ...{ DE0: "+4915123456731", DE1: "+4915123456754", DE2: "+4915123456777", DE3: "+49301234590" },
      DE4: "+491701234513",
    });
  });

  test.each([
    ["BR", "55", 9],
    ["TR", "90", 5],
  ])("national-%s.csv", async (country, code, count) => {
    await imported(`national-${country}.csv`, country);
    const found = Object.values(await numbers());
    expect(found.length).toBe(count);
    for (const number of found) expect(number).toStartWith(`+${code}`);
  });

  test("spellings.csv", async () => {
    await imported("spellings.csv", "DE");
    expect(await numbers()).toEqual({
      ...{ a: "+4915123456770", c: "+4915123456772", d: "+4915123456773", l: "+4915123456781" },
      ...{ n: "+4915123456782", o: "+4915123456783", r: "+4915123456786" },
    });
    const n = (await contacts()).find(({ name }) => name === "n");
    expect(n?.custom_fields).toEqual({ phone: "+49301234567" });
  });

  test("google-2024.csv", async () => {
    await imported("google-2024.csv", "DE");
    const found = new Map((await contacts()).map((one) => [one.phone_number, one]));
    expect(found.get("+4915123456701")).toMatchObject({ name: "Ada Zwei", tags: ["VIP", "real-file"] });
    expect(JSON.stringify(found.get("+4915123456702")?.custom_fields)).toContain("4915123456703");
    expect(found.get("+4915123456704")?.name).toBe("Bäckerei Krüger GmbH");
    expect(found.get("+4915123456705")).toMatchObject({
      email: "carla@example.org",
      tags: ["Kunden", "real-file"],
    });
    expect(JSON.stringify(found.get("+4915123456705")?.custom_fields)).toContain("c.notiz@example.com");
  });

  test("outlook-de.csv", async () => {
    await imported("outlook-de.csv", "DE");
    expect(await numbers()).toEqual({
      ...{ "Jörg Bürö": "+4915123456713", "Käthe Heim": "+4915123456714", "Lütz Mobil": "+4915123456715" },
    });
  });

  test("hubspot.csv", async () => {
    await imported("hubspot.csv", "DE");
    expect(await numbers()).toEqual({
      ...{ "Ada One": "+4915123456763", "Bo Two": "+4915123456764", "Cy Three": "+4915123456765" },
    });
  });

  test("metaleads.csv", async () => {
    await imported("metaleads.csv", "DE");
    expect(await numbers()).toEqual({ "Ada Eins": "+4915123456766", "Bo Zwei": "+4915123456767" });
  });

  test("cards.vcf", async () => {
    await imported("cards.vcf", "DE");
    expect(await numbers()).toEqual({
      "6 first number has an extension": "+4915123457006",
      "7 preferred is a short code": "+4915123457007",
      "8 two mobiles": "+4915123457008",
      "12 label WhatsApp": "+4915123457012",
    });
    const eight = JSON.stringify((await contacts()).find(({ name }) => name?.startsWith("8"))?.custom_fields);
    expect(eight.replaceAll(" ", "")).toContain("3457018");
    expect(eight).toContain("acht@example.com");
  });

  test("android-2.1.vcf", async () => {
    await imported("android-2.1.vcf", "DE");
    expect(await numbers()).toEqual({
      ...{ "Gül Öztürk": "+4915123456730", "Sam Simple": "+4915123456731" },
      "Żółtaczka Wąchock-Święcicki Grzegorz": "+4915123456732",
    });
  });

  test("cp1250.csv", async () => {
    await imported("cp1250.csv", "PL");
    expect(await numbers()).toEqual({ "Żaneta Świątek": "+48512345678", "Łukasz Gąsior": "+48512345679" });
  });

  test("inner-quote.csv", async () => {
    await imported("inner-quote.csv", "DE");
    expect(await numbers()).toEqual({
      ...{ 'Hans "Hansi" Meier': "+4915123456755", 'Anna "Anni" Bauer': "+4915123456756" },
      'Band 5"': "+4915123456757",
    });
  });

  test("headings.txt", async () => {
    const headings = (await Bun.file(`${FOLDER}/headings.txt`).text())
      .split("\n")
      .filter((line) => line !== "");
    const fields = await Promise.all(
      headings.map(async (heading) => {
        const headers = { "content-type": "text/csv" };
        const { body } = await waypost.call(
          "POST",
          "/v1/contacts/import/preview",
          `${heading}\n1\n`,
          headers,
        );
        return [heading, body.columns?.[0].field];
      }),
    );
    expect(fields.filter(([, field]) => field !== "phone_number")).toEqual([]);
  });
});
