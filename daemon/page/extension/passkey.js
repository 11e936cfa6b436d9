/*
 * At web.whatsapp.com, asks whoever comes from a page of Waypost whether to use the account's passkey, and goes back there
 * with the signature after the `#`. It asks for no permission, keeps nothing, and does nothing on any other page.
 */
const MARK = "#waypost-passkey=";

/** What the page of Waypost has put after the `#`: WhatsApp's challenge, and where to go back to; null when it is neither. */
function askedAt(hash) {
  if (!hash.startsWith(MARK)) return null;
  try {
    const bytes = Uint8Array.from(
      atob(hash.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/")),
      (character) => character.charCodeAt(0),
    );
    const { options, url } = JSON.parse(new TextDecoder().decode(bytes));
    const back = new URL(url);
    const isPage = ["https:", "http:"].includes(back.protocol) && back.pathname.includes("/passkey/wpk_");
    return isPage && options.rpId === "whatsapp.com" ? { options, back } : null;
  } catch {
    return null;
  }
}

/** Has the browser sign; the person confirms that to the browser itself. */
async function sign({ options, back }) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const { id, rawId, type, response } = (await navigator.credentials.get({ publicKey })).toJSON();
  back.hash = btoa(JSON.stringify({ id, rawId, type, response }));
  location.assign(back.href);
}

function element(tag, text, style) {
  const made = document.createElement(tag);
  made.textContent = text;
  made.style.cssText = style;
  return made;
}

/** Nothing of WhatsApp's page reaches into it, and nothing of it into WhatsApp's. */
function ask(asked) {
  const host = element("div", "", "position:fixed;inset:0 0 auto 0;z-index:2147483647");
  const bar = element(
    "div",
    "",
    "all:initial;display:flex;gap:12px;align-items:center;padding:12px 16px;background:#fff;color:#111;border-bottom:2px solid #0b6e4f;font:16px system-ui,sans-serif",
  );
  bar.setAttribute("role", "dialog");
  bar.setAttribute("aria-label", "Waypost");
  const text = `Use this account's passkey to link its number to Waypost at ${asked.back.host}? Only if you are linking it now: ${asked.back.host} gets access to its messages.`;
  const words = element("p", text, "flex:1;margin:0");
  const button = "padding:8px 16px;border:1px solid #0b6e4f;border-radius:6px;font:inherit;cursor:pointer;";
  const use = element("button", "Use the passkey", `${button}background:#0b6e4f;color:#fff`);
  const leave = element("button", "Not now", `${button}background:#fff;color:#111`);
  use.addEventListener("click", async (event) => {
    if (!event.isTrusted) return;
    await sign(asked).catch((error) => {
      words.textContent = `The passkey was not used: ${error.message}`;
    });
  });
  leave.addEventListener("click", () => host.remove());
  bar.append(words, use, leave);
  host.attachShadow({ mode: "closed" }).append(bar);
  document.documentElement.append(host);
}

const asked = askedAt(location.hash);
if (asked !== null) {
  history.replaceState(null, "", location.pathname);
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => ask(asked));
  else ask(asked);
}
