import type { Device, Keep } from "../../link.ts";
import type { Person } from "../identity/persons.ts";
import { groupCipher } from "../signal/libraries.ts";

/** A message for a whole group, and the key that opens it and those after it. */
export type SealedForGroup = { ciphertext: Uint8Array; distribution: Uint8Array };

/** The keys with which people's phones write in groups, and those that companions gave them for reading. */
export type SenderKeys = {
  /** Seals a message of a phone for everybody in a group. */
  encrypt(group: string, from: Person, plaintext: Uint8Array): Promise<SealedForGroup>;
  /** Whether a companion was given the key of somebody's phone. */
  isGiven(group: string, from: Person, device: Device): boolean;
  give(group: string, from: Person, device: Device): void;
  /** Takes the key with which a companion writes, as it was sent to somebody's phone. */
  learn(group: string, reader: Person, sender: Device, distribution: Uint8Array): Promise<void>;
  /** Rejects when the phone has no key for the message. */
  decrypt(group: string, reader: Person, sender: Device, ciphertext: Uint8Array): Promise<Uint8Array>;
};

const KEY = "people/sender-key/";
const GIVEN = "people/sender-key-given/";

/** Sender keys as Baileys has them, one record for each group, writer and reader. */
export function createSenderKeys(keep: Keep): SenderKeys {
  return {
    async encrypt(group, from, plaintext) {
      const { GroupCipher, GroupSessionBuilder } = groupCipher();
      const { store, name } = recordAt(keep, group, from.root, "all");
      const distribution = (await new GroupSessionBuilder(store).create(name)).serialize();
      return { ciphertext: await new GroupCipher(store, name).encrypt(plaintext), distribution };
    },
    isGiven: (group, from, device) => keep.get(givenKey(group, from, device)) !== undefined,
    give: (group, from, device) => keep.set(givenKey(group, from, device), ""),
    async learn(group, reader, sender, distribution) {
      const { GroupSessionBuilder, SenderKeyDistributionMessage } = groupCipher();
      const { store, name } = recordAt(keep, group, sender.jid, reader.root);
      const message = new SenderKeyDistributionMessage(null, null, null, null, distribution);
      await new GroupSessionBuilder(store).process(name, message);
    },
    async decrypt(group, reader, sender, ciphertext) {
      const { GroupCipher } = groupCipher();
      const { store, name } = recordAt(keep, group, sender.jid, reader.root);
      return await new GroupCipher(store, name).decrypt(ciphertext);
    },
  };
}

/** The id of the key that a message to a group is sealed with. */
export function keyIdOf(ciphertext: Uint8Array): number {
  const { SenderKeyMessage } = groupCipher();
  return new SenderKeyMessage(null, null, null, null, ciphertext).getKeyId();
}

function givenKey(group: string, { root }: Person, { jid }: Device): string {
  return `${GIVEN}${group}/${root}/${jid}`;
}

/** The store of one record, which is read under one name only. */
function recordAt(keep: Keep, group: string, writer: string, reader: string) {
  const { SenderKeyName, SenderKeyRecord } = groupCipher();
  const key = `${KEY}${group}/${writer}/${reader}`;
  const store = {
    async loadSenderKey() {
      const stored = keep.get(key);
      return stored === undefined ? new SenderKeyRecord() : SenderKeyRecord.deserialize(Buffer.from(stored));
    },
    async storeSenderKey(_: unknown, record: InstanceType<typeof SenderKeyRecord>) {
      keep.set(key, JSON.stringify(record.serialize()));
    },
  };
  return { store, name: new SenderKeyName(group, { id: writer, deviceId: 0, toString: () => writer }) };
}
