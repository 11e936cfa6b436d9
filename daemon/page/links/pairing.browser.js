/* Follows a pairing: draws a QR code again before it ends, and loads the page again when the next step is another one. */
const shown = document.getElementById("pairing");
const away = document.getElementById("away");
const seconds = document.getElementById("seconds");
const drawing = document.querySelector("#qr path");
const LOOK_MS = 1000;
let endsAt = performance.now() + Number(seconds?.textContent) * 1000;

async function look() {
  const address = `${location.pathname.replace(/\/$/, "")}/state`;
  const response = await fetch(address, { cache: "no-store" }).catch(() => null);
  away.hidden = response !== null;
  if (response === null || response.status === 429 || response.status >= 500) return;
  if (!response.ok) return location.replace(location.pathname);
  const state = await response.json();
  if (state.view !== shown.dataset.view && !isChoosing(state)) return location.replace(location.pathname);
  if (state.qr === null || drawing === null) return;
  drawing.setAttribute("d", state.qr.path);
  drawing.ownerSVGElement.setAttribute("viewBox", `0 0 ${state.qr.size} ${state.qr.size}`);
  endsAt = performance.now() + state.seconds * 1000;
}

/** Somebody looks for another way, while the first one still waits. */
function isChoosing(state) {
  return location.search !== "" && ["waiting", "qr", "code"].includes(state.view);
}

async function follow() {
  if (!document.hidden) await look();
  setTimeout(follow, LOOK_MS);
}

if (seconds !== null)
  setInterval(() => {
    seconds.textContent = String(Math.max(0, Math.round((endsAt - performance.now()) / 1000)));
  }, 250);
document.addEventListener("visibilitychange", () => document.hidden || look());
setTimeout(follow, LOOK_MS);
