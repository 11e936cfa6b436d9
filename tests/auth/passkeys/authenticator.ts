/** An authenticator in software, which also does what no honest one would (WebAuthn, level 3, 6 and 8.7). */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

type Options = { challenge: string; rpId?: string; rp?: { id: string }; user?: { id: string } };
/** What it does otherwise than asked. */
export type Lies = { origin?: string; rpId?: string; isVerified?: boolean; counter?: number; type?: string };

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const text = (bytes: Buffer) => bytes.toString("base64url");
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** A new passkey for pages of an origin. It counts what it signs. */
export function newAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  let counter = 0;

  function clientData(type: string, { challenge }: Options, lies: Lies): Buffer {
    const said = { type: lies.type ?? type, challenge, origin: lies.origin ?? origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(said));
  }

  function authData(rpId: string, lies: Lies, rest = Buffer.alloc(0)): Buffer {
    const flags = PRESENT | (lies.isVerified === false ? 0 : VERIFIED) | (rest.length > 0 ? HAS_KEY : 0);
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(lies.counter ?? counter);
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags]), counted, rest]);
  }

  const credential = { id: text(id), rawId: text(id), type: "public-key", clientExtensionResults: {} };
  return {
    /** As `navigator.credentials.create` answers, without an attestation. */
    make(options: Options, lies: Lies = {}) {
      // EC2, ES256, P-256 (RFC 9053, 7.1.1)
      const head = Buffer.from("a5010203262001215820", "hex");
      const key = [
        head,
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ];
      const length = Buffer.from([0, id.length]);
      const data = authData(
        options.rp?.id ?? "",
        lies,
        Buffer.concat([Buffer.alloc(16), length, id, ...key]),
      );
      const before = Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex");
      const attestation = Buffer.concat([before, Buffer.from([0x58, data.length]), data]);
      const response = {
        clientDataJSON: text(clientData("webauthn.create", options, lies)),
        attestationObject: text(attestation),
        transports: ["internal"],
      };
      return { ...credential, response };
    },
    /** As `navigator.credentials.get` answers. */
    sign(options: Options, lies: Lies = {}) {
      counter += 1;
      const said = clientData("webauthn.get", options, lies);
      const data = authData(options.rpId ?? "", lies);
      const signature = sign("sha256", Buffer.concat([data, sha256(said)]), privateKey);
      const response = {
        ...{ clientDataJSON: text(said), authenticatorData: text(data) },
        ...{ signature: text(signature), userHandle: text(Buffer.from("any")) },
      };
      return { ...credential, response };
    },
  };
}
