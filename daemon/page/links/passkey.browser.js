/* Sends what a browser has signed at web.whatsapp.com, and follows the pairing to its end. */
const shown = document.getElementById("passkey");
const away = document.getElementById("away");
const refused = document.getElementById("refused");
const copy = document.getElementById("copy");
const LOOK_MS = 1000;
const { step, channel, token, broken, copied, refused: refusedText } = shown.dataset;

/** What came back after the `#`; null when it is nothing that a browser has signed. */
function signedAt(hash) {
  try {
    return JSON.parse(atob(decodeURIComponent(hash.slice(1))));
  } catch {
    return null;
  }
}

function say(text) {
  refused.textContent = text;
  refused.hidden = false;
}

async function send(hash) {
  // it is of no use any more, and need not stand in the browser's history
  history.replaceState(null, "", location.pathname);
  const assertion = signedAt(hash);
  if (assertion === null) return say(broken);
  const address = new URL(`../v1/channels/${channel}/passkey`, location.href);
  const body = JSON.stringify({ token, assertion });
  const headers = { "content-type": "application/json" };
  const response = await fetch(address, { method: "POST", headers, body }).catch(() => null);
  if (response?.ok) return location.reload();
  const { detail } = (await response?.json().catch(() => null)) ?? {};
  say(detail === undefined ? refusedText : `${refusedText} (${detail})`);
}

async function look() {
  const response = await fetch(`${location.pathname.replace(/\/$/, "")}/state`, { cache: "no-store" }).catch(
    () => null,
  );
  away.hidden = response !== null;
  if (response === null || response.status === 429 || response.status >= 500) return;
  const state = response.ok ? await response.json() : { step: "ended" };
  if (state.step !== step) location.reload();
}

async function follow() {
  if (!document.hidden) await look();
  setTimeout(follow, LOOK_MS);
}

copy?.addEventListener("click", async () => {
  const line = document.getElementById("line");
  line.select();
  await navigator.clipboard?.writeText(line.value);
  copy.textContent = copied;
});
addEventListener("hashchange", () => location.hash.length > 1 && send(location.hash));
if (location.hash.length > 1 && step === "wanted") send(location.hash);
setTimeout(follow, LOOK_MS);
