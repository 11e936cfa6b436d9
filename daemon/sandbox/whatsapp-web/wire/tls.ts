import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { Certificate } from "../link.ts";

const DAY_MS = 24 * 3600 * 1000;
const VALID_DAYS = 365;

/**
 * Makes a self-signed certificate (ECDSA P-256) for 127.0.0.1, ::1 and localhost that may also be
 * trusted as an authority. Structure and encoding: RFC 5280 section 4.1, X.690 (DER).
 */
export function selfSignedCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const body = tbsCertificate(publicKey);
  const signature = sign("sha256", body, privateKey);
  const certificate = sequence(body, sequence(ECDSA_WITH_SHA256), bits(signature));
  return {
    cert: pem("CERTIFICATE", certificate),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function tbsCertificate(publicKey: KeyObject): Buffer {
  const name = sequence(set(sequence(COMMON_NAME, der(0x0c, Buffer.from("Waypost sandbox")))));
  const validity = sequence(utcTime(Date.now() - DAY_MS), utcTime(Date.now() + VALID_DAYS * DAY_MS));
  return sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    sequence(ECDSA_WITH_SHA256),
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(subjectAlternativeNames(), basicConstraints())),
  );
}

function subjectAlternativeNames(): Buffer {
  const names = sequence(
    der(0x82, Buffer.from("localhost")),
    der(0x87, Buffer.from([127, 0, 0, 1])),
    der(0x87, Buffer.from([...new Uint8Array(15), 1])),
  );
  return sequence(SUBJECT_ALTERNATIVE_NAME, octets(names));
}

function basicConstraints(): Buffer {
  return sequence(BASIC_CONSTRAINTS, TRUE, octets(sequence(TRUE)));
}

const ECDSA_WITH_SHA256 = Buffer.from("06082a8648ce3d040302", "hex");
const COMMON_NAME = Buffer.from("0603550403", "hex");
const SUBJECT_ALTERNATIVE_NAME = Buffer.from("0603551d11", "hex");
const BASIC_CONSTRAINTS = Buffer.from("0603551d13", "hex");
const TRUE = Buffer.from("0101ff", "hex");

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(...parts: Buffer[]): Buffer {
  return der(0x31, Buffer.concat(parts));
}

function integer(value: Buffer): Buffer {
  return der(0x02, value);
}

function bits(value: Buffer): Buffer {
  return der(0x03, Buffer.concat([Buffer.from([0]), value]));
}

function octets(value: Buffer): Buffer {
  return der(0x04, value);
}

/** `YYMMDDhhmmssZ`, which X.509 uses for years before 2050. */
function utcTime(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, "").slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}

function pem(label: string, body: Buffer): string {
  const lines = body.toString("base64").replace(/.{64}/g, "$&\n");
  return `-----BEGIN ${label}-----\n${lines.trimEnd()}\n-----END ${label}-----\n`;
}
