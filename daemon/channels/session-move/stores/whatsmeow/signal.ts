import { type Bytes, bytesOf } from "../bytes.ts";

/* Signal's records as Go keeps them, JSON of its structures with bytes as base64, in libsignal's form for Node. */

type Chain = {
  SenderRatchetKeyPublic: string;
  SenderRatchetKeyPrivate: string | null;
  ChainKey: { Key: string; Index: number };
};
type State = {
  PendingPreKey: {
    PreKeyID: { Value: number; IsEmpty: boolean } | null;
    SignedPreKeyID: number;
    BaseKey: string;
  } | null;
  PreviousCounter: number;
  ReceiverChains: Chain[] | null;
  RemoteIdentityPublic: string;
  RemoteRegistrationID: number;
  RootKey: string;
  SenderBaseKey: string;
  SenderChain: Chain;
};
type Record = { SessionState: State; PreviousStates: State[] | null };
type SenderKeyState = {
  KeyID: number;
  SenderChainKey: { Iteration: number; ChainKey: string };
  SigningKeyPrivate: string;
  SigningKeyPublic: string;
};

const [OURS, THEIRS] = [1, 2];
const [SENDING, RECEIVING] = [1, 2];
const OPEN = -1;

/**
 * The sessions with one device. Keys of skipped messages stay behind: Go keeps what it derived from them, Node what they
 * are derived from; such a message, when it comes late, takes one retry.
 */
export function sessionOf(record: string, now: number) {
  const { SessionState: current, PreviousStates: previous } = JSON.parse(record) as Record;
  const entries = [current, ...(previous ?? [])]
    .filter((state) => state?.SenderBaseKey && state.SenderChain)
    .map((state) => [state.SenderBaseKey, entryOf(state, state === current ? OPEN : now, now)] as const);
  return { version: "v1" as const, _sessions: Object.fromEntries(entries) };
}

function entryOf(state: State, closed: number, now: number) {
  const { SenderChain: sender, PendingPreKey: pending } = state;
  const receivers = state.ReceiverChains ?? [];
  return {
    registrationId: state.RemoteRegistrationID,
    currentRatchet: {
      ephemeralKeyPair: {
        pubKey: sender.SenderRatchetKeyPublic,
        privKey: sender.SenderRatchetKeyPrivate ?? "",
      },
      lastRemoteEphemeralKey: receivers.at(-1)?.SenderRatchetKeyPublic ?? "",
      // unsigned: one less than 0 before the first message
      previousCounter: Math.max(0, state.PreviousCounter | 0),
      rootKey: state.RootKey,
    },
    indexInfo: {
      ...{ baseKey: state.SenderBaseKey, baseKeyType: pending === null ? THEIRS : OURS },
      ...{ closed, used: now, created: now, remoteIdentityKey: state.RemoteIdentityPublic },
    },
    _chains: Object.fromEntries([
      [sender.SenderRatchetKeyPublic, chainOf(sender, SENDING)],
      // the other's first key, which nothing is sent by, counts as a chain in Go alone
      ...(pending === null ? receivers : []).map((chain) => [
        chain.SenderRatchetKeyPublic,
        chainOf(chain, RECEIVING),
      ]),
    ]),
    ...(pending === null ? {} : { pendingPreKey: pendingOf(pending) }),
  };
}

/** Go counts the next message, Node the last one. */
function chainOf({ ChainKey }: Chain, chainType: number) {
  return { chainKey: { counter: ChainKey.Index - 1, key: ChainKey.Key }, chainType, messageKeys: {} };
}

function pendingOf({ PreKeyID, SignedPreKeyID, BaseKey }: NonNullable<State["PendingPreKey"]>) {
  const first = PreKeyID === null || PreKeyID.IsEmpty ? {} : { preKeyId: PreKeyID.Value };
  return { ...first, signedKeyId: SignedPreKeyID, baseKey: BaseKey };
}

/** What somebody writes in a group with. The newest comes first in Go, last in Baileys. */
export function senderKeyOf(record: string): Bytes {
  const { SenderKeyStates: states } = JSON.parse(record) as { SenderKeyStates: SenderKeyState[] };
  const converted = states.toReversed().map((state) => ({
    senderKeyId: state.KeyID,
    senderChainKey: { iteration: state.SenderChainKey.Iteration, seed: given(state.SenderChainKey.ChainKey) },
    senderSigningKey: { public: given(state.SigningKeyPublic), private: given(state.SigningKeyPrivate) },
    senderMessageKeys: [],
  }));
  return bytesOf(Buffer.from(JSON.stringify(converted)));
}

/** Nothing in place of zeros, which stand for somebody else's private key. */
function given(base64: string): Bytes {
  const bytes = Buffer.from(base64, "base64");
  return bytesOf(bytes.some((byte) => byte !== 0) ? bytes : Buffer.alloc(0));
}
