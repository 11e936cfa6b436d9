import { beforeAll, expect, test } from "bun:test";
import { createMemory } from "../../../../daemon/sandbox/memory/keep.ts";
import type { Keep } from "../../../../daemon/sandbox/whatsapp-web/link.ts";
import { createKeys } from "../../../../daemon/sandbox/whatsapp-web/people/identity/keys.ts";
import {
  createPersons,
  type Person,
} from "../../../../daemon/sandbox/whatsapp-web/people/identity/persons.ts";
import { loadLibraries } from "../../../../daemon/sandbox/whatsapp-web/people/signal/libraries.ts";
import { createPreKeys } from "../../../../daemon/sandbox/whatsapp-web/people/signal/pre-keys.ts";
import {
  createSignalSessions,
  type Envelope,
} from "../../../../daemon/sandbox/whatsapp-web/people/signal/sessions.ts";
import { type Companion, createCompanion, inject } from "./companion.ts";

beforeAll(loadLibraries);

function createWorld(keep: Keep = createMemory()) {
  const keys = createKeys("seed");
  const persons = createPersons({ keys, keep });
  const preKeys = createPreKeys({ keys, keep, persons });
  return { persons, preKeys, sessions: createSignalSessions({ persons, preKeys, keep }) };
}

type World = ReturnType<typeof createWorld>;

const pat = "14155550123@s.whatsapp.net";

async function meet(world = createWorld()) {
  const owner = world.persons.of("15550990100");
  const companion = await createCompanion({
    number: owner.number,
    jid: `${owner.number}@s.whatsapp.net`,
    lid: `${owner.lid}@lid`,
    pushName: "Owner",
    identity: world.persons.identityOf(owner),
  });
  return { companion, person: world.persons.of("14155550123") };
}

async function encrypt(companion: Companion, text: string): Promise<Envelope> {
  return companion.repository.encryptMessage({ jid: pat, data: Buffer.from(text) });
}

async function hear(companion: Companion, { type, ciphertext }: Envelope): Promise<string> {
  const bytes = Buffer.from(ciphertext);
  return Buffer.from(
    await companion.repository.decryptMessage({ jid: pat, type, ciphertext: bytes }),
  ).toString();
}

async function read(world: World, person: Person, companion: Companion, envelope: Envelope) {
  return (await world.sessions.decrypt(person, companion.device, envelope)).toString();
}

test("a Baileys client starts a session with a person from the person's bundle, and both write", async () => {
  const world = createWorld();
  const { companion, person } = await meet(world);
  await inject(companion, pat, world.preKeys.bundle(person));
  const first = await encrypt(companion, "hello");
  expect(first.type).toBe("pkmsg");
  expect(await read(world, person, companion, first)).toBe("hello");
  const answer = await world.sessions.encrypt(person, companion.device, Buffer.from("hi"));
  expect(await hear(companion, answer)).toBe("hi");
  expect((await encrypt(companion, "again")).type).toBe("msg");
});

test("a person starts a session from the bundle of a Baileys client", async () => {
  const world = createWorld();
  const { companion, person } = await meet(world);
  await world.sessions.start(person, companion.device, await companion.bundle());
  const envelope = await world.sessions.encrypt(person, companion.device, Buffer.from("hello"));
  expect(envelope.type).toBe("pkmsg");
  expect(await hear(companion, envelope)).toBe("hello");
  expect(await read(world, person, companion, await encrypt(companion, "hi"))).toBe("hi");
});

test("a session survives what could not be decrypted, and a restart", async () => {
  const keep = createMemory();
  const world = createWorld(keep);
  const { companion, person } = await meet(world);
  await inject(companion, pat, world.preKeys.bundle(person));
  await read(world, person, companion, await encrypt(companion, "one"));
  const answer = await world.sessions.encrypt(person, companion.device, Buffer.from("two"));
  await hear(companion, answer);
  const damaged = await encrypt(companion, "lost");
  damaged.ciphertext.reverse();
  expect(world.sessions.decrypt(person, companion.device, damaged)).rejects.toThrow();
  expect(await read(createWorld(keep), person, companion, await encrypt(companion, "three"))).toBe("three");
});

test("the same seed gives the same identity, registration and pre-keys; each pre-key goes out once", () => {
  const [one, other] = [createWorld(), createWorld()];
  const person = one.persons.of("14155550123");
  const [first, second] = [one.preKeys.bundle(person), one.preKeys.bundle(person)];
  expect(other.preKeys.bundle(person).preKey).toEqual(first.preKey);
  expect(other.persons.identityOf(person)).toEqual(one.persons.identityOf(person));
  expect(second.preKey?.id).toBe(2);
});

test("a one-time pre-key opens one session only", async () => {
  const world = createWorld();
  const { companion, person } = await meet(world);
  const bundle = world.preKeys.bundle(person);
  await inject(companion, pat, bundle);
  await read(world, person, companion, await encrypt(companion, "hello"));
  await inject(companion, pat, bundle);
  expect(read(world, person, companion, await encrypt(companion, "again"))).rejects.toThrow("PreKey");
});

test("a device with another identity than at pairing is not trusted", async () => {
  const world = createWorld();
  const { companion, person } = await meet(world);
  await inject(companion, pat, world.preKeys.bundle(person));
  companion.device.identityKey = new Uint8Array(32);
  expect(read(world, person, companion, await encrypt(companion, "hello"))).rejects.toThrow();
});
