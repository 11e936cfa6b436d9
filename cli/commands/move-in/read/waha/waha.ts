import type { SQL } from "bun";
import { failure } from "../../../../lib/failures/failure.ts";
import { openStore } from "../../../channels/session/open-store.ts";
import type { FoundNumber, Installation } from "../found.ts";
import { type Known, settingsIn, webhooksIn } from "./config.ts";
import { GOWS_TABLE, gowsMessages, gowsPeople } from "./gows.ts";
import { NOWEB_TABLE, nowebMessages, nowebPeople } from "./noweb.ts";
import { type Place, placesInDatabase, placesInFolder } from "./places.ts";

/** Where WAHA keeps what it has: in files, in databases of Postgres, or each in part. */
export type WahaSource = { database: string | undefined; files: string | undefined };

/** WAHA's sessions, of its engines NOWEB and GOWS. */
export async function openWaha({ database, files }: WahaSource): Promise<Installation> {
  const parts = [
    ...(files === undefined ? [] : [await placesInFolder(files)]),
    ...(database === undefined ? [] : [await placesInDatabase(database)]),
  ];
  const known = new Map(parts.flatMap((part) => [...part.known]));
  const places = parts.flatMap((part) => part.places);
  const names = new Set([...places.map(({ session }) => session), ...known.keys()]);
  if (names.size === 0)
    throw failure("there is no session of WAHA's engines NOWEB and GOWS", {
      hint: "--files is its folder .sessions; its engines WEBJS and WPP keep a browser's profile, which is not read",
    });
  const numbers: FoundNumber[] = [];
  for (const name of [...names].sort())
    numbers.push(
      await numberOf(
        name,
        places.filter(({ session }) => session === name),
        known.get(name),
      ),
    );
  return { kind: "waha", numbers, close: async () => {} };
}

async function numberOf(
  name: string,
  places: readonly Place[],
  known: Known | undefined,
): Promise<FoundNumber> {
  const config = known?.config ?? null;
  const webhooks = webhooksIn(config);
  const stores = places.map((place) => storeAt(place));
  const counts = { people: 0, messages: 0 };
  for (const store of stores) {
    const found = await store.counts();
    counts.people += found.people;
    counts.messages += found.messages;
  }
  const [login] = places;
  return {
    ...{ name, account: null, counts, phone: known?.phone ?? null },
    webhooks,
    settings: settingsIn(config),
    missing: [
      ...(login === undefined ? [NO_LOGIN] : []),
      ...(counts.messages === 0 ? [places.some(({ isShared }) => isShared) ? SHARED : NO_MESSAGES] : []),
      ...(webhooks.length === 0 ? [NO_WEBHOOK] : []),
    ],
    session: async () => (login === undefined ? null : await sessionAt(login)),
    people: async function* () {
      for (const store of stores) yield* store.people();
    },
    messages: async function* () {
      for (const store of stores) yield* store.messages();
    },
  };
}

const NO_LOGIN = "its login was not found: pair it anew with `waypost channels pair`";
const NO_WEBHOOK =
  "it has no webhook of its own: that of all sessions stands in WAHA's environment; make an endpoint with `waypost endpoints create`";
const SHARED =
  "its messages are in one table with those of other sessions, which does not say whose they are: they are left out";
const NO_MESSAGES = "its store has no messages: NOWEB keeps them only where its store was enabled";

async function sessionAt({ session, login }: Place) {
  const store = await openStore(login);
  try {
    const [only] = store.names;
    const name = store.names.includes(session) || only === undefined ? session : only;
    return await store.read(name);
  } finally {
    await store.close();
  }
}

/** A session's store, opened for as long as something of it is read. */
function storeAt(place: Place) {
  return {
    async counts() {
      const sql = await place.open();
      if (sql === null) return { people: 0, messages: 0 };
      try {
        const isGows = await hasTable(sql, GOWS_TABLE);
        return {
          messages: await count(sql, isGows ? GOWS_TABLE : NOWEB_TABLE),
          people: await count(sql, isGows ? "whatsmeow_contacts" : "contacts"),
        };
      } finally {
        await sql.close();
      }
    },
    people: () => reading(place, gowsPeople, nowebPeople),
    messages: () => reading(place, gowsMessages, nowebMessages),
  };
}

type Read<Row> = (sql: SQL) => AsyncGenerator<Row[]>;

async function* reading<Row>(place: Place, gows: Read<Row>, noweb: Read<Row>): AsyncGenerator<Row[]> {
  const sql = await place.open();
  if (sql === null) return;
  try {
    yield* (await hasTable(sql, GOWS_TABLE)) ? gows(sql) : noweb(sql);
  } finally {
    await sql.close();
  }
}

async function hasTable(sql: SQL, table: string): Promise<boolean> {
  return await sql`select 1 from ${sql(table)} limit 1`.then(
    () => true,
    () => false,
  );
}

async function count(sql: SQL, table: string): Promise<number> {
  const [row] = await sql`select count(*) as found from ${sql(table)}`.catch(() => [{ found: 0 }]);
  return Number(row.found);
}
