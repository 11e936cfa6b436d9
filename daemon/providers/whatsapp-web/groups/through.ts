import type { WASocket } from "baileys";
import type { OwnIdentity } from "../connection/session.ts";
import type { Library } from "../library/library.ts";

/** A session that is logged in, and what is done through it. */
export type Through = { library: Library; socket: WASocket; own: OwnIdentity | null };
