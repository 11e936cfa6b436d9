import type { BinaryNode, WABrowserDescription, WASocket } from "baileys";
import type { Library } from "../../library/library.ts";
import { nameOfDevice } from "./device.ts";

/** WhatsApp may take this long to say whether it takes a code. */
const ANSWER_MS = 20_000;
/** What WhatsApp answers to a request that it does not take: the device's name, or the number. */
const BAD_REQUEST = "400";

type Parts = {
  socket: Pick<WASocket, "requestPairingCode" | "ws">;
  library: Pick<Library, "getBinaryNodeChild">;
  browser: WABrowserDescription;
};

/**
 * The code to type on the phone of a number (digits), once WhatsApp has taken it: Baileys makes one up, and does not look
 * at the answer (Baileys#2560). Throws with words that say why there is none.
 */
export async function requestCode(parts: Parts, phoneNumber: string): Promise<string> {
  const { ws } = parts.socket;
  const { promise: answered, resolve, reject } = Promise.withResolvers<void>();
  // nothing else is asked through a connection that is not paired
  const refuse = (answer: BinaryNode) => reject(new Error(refusalOf(parts, answer)));
  const accept = () => resolve();
  const timer = setTimeout(
    () => reject(new Error("WhatsApp did not answer the request for a code in time")),
    ANSWER_MS,
  );
  ws.on("CB:iq,type:error", refuse);
  ws.on("CB:iq,type:result,link_code_companion_reg", accept);
  try {
    const [code] = await Promise.all([parts.socket.requestPairingCode(phoneNumber), answered]);
    return code;
  } finally {
    clearTimeout(timer);
    ws.off("CB:iq,type:error", refuse);
    ws.off("CB:iq,type:result,link_code_companion_reg", accept);
  }
}

function refusalOf({ library, browser }: Parts, answer: BinaryNode): string {
  const { code = "?", text = "no reason" } = library.getBinaryNodeChild(answer, "error")?.attrs ?? {};
  const refused = `WhatsApp made no pairing code (${code}, ${text})`;
  if (code !== BAD_REQUEST) return `${refused}; wait a while, or scan the QR code`;
  return `${refused}: it does not know the number, or takes no code for a device named ${nameOfDevice(browser)} (WAYPOST_WA_WEB_DEVICE); scan the QR code, or name another device`;
}
