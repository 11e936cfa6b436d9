/** What the pages of the documentation do in the browser: languages of samples, copying, search. */
const LANGUAGE = "waypost-docs-language";

function showLanguage(language) {
  for (const tab of document.querySelectorAll("[role=tab][data-language]"))
    tab.setAttribute("aria-selected", String(tab.dataset.language === language));
  for (const sample of document.querySelectorAll("[data-sample]"))
    sample.hidden = sample.dataset.sample !== language;
}

document.addEventListener("click", async ({ target }) => {
  const tab = target.closest("[role=tab][data-language]");
  if (tab) {
    const before = tab.getBoundingClientRect().top;
    localStorage.setItem(LANGUAGE, tab.dataset.language);
    showLanguage(tab.dataset.language);
    // samples above it have other lengths now
    window.scrollBy(0, tab.getBoundingClientRect().top - before);
  }
  const copy = target.closest("button.copy");
  if (copy) {
    await copyText(copy.parentElement.querySelector("code"));
    copy.textContent = "Copied";
  }
});

/** Browsers give their clipboard to pages over HTTPS and of this machine alone. */
async function copyText(code) {
  if (navigator.clipboard) return await navigator.clipboard.writeText(code.textContent);
  getSelection().selectAllChildren(code);
  document.execCommand("copy");
}

// a page of a hundred blocks is drawn sooner without a hundred buttons
document.addEventListener("mouseover", ({ target }) => {
  const block = target.closest("pre");
  if (!block || block.querySelector("button.copy")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  block.append(button);
});

const field = document.getElementById("search");
const found = document.getElementById("found");
let index = null;

async function loadIndex() {
  const { default: MiniSearch } = await import("./search.js");
  const entries = await (await fetch(new URL("search.json", import.meta.url))).json();
  const loaded = new MiniSearch({
    fields: ["title", "within", "text"],
    storeFields: ["title", "within"],
    searchOptions: { boost: { title: 4, within: 2 }, prefix: true, fuzzy: 0.15, combineWith: "AND" },
  });
  loaded.addAll(entries);
  return loaded;
}

async function search() {
  index ??= loadIndex();
  const results = (await index).search(field.value).slice(0, 12);
  found.replaceChildren(...results.map(itemOf));
  if (field.value !== "" && results.length === 0) found.textContent = "Nothing found";
  found.hidden = field.value === "";
}

function itemOf({ id, title, within }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const place = document.createElement("span");
  // three folders up from here is where the daemon begins
  link.href = new URL(`../../..${id}`, import.meta.url);
  link.textContent = title;
  place.textContent = within;
  link.append(place);
  item.append(link);
  return item;
}

field.addEventListener("input", search);
field.addEventListener("keydown", ({ key }) => {
  if (key === "Enter") found.querySelector("a")?.click();
  if (key === "Escape") {
    field.value = "";
    found.hidden = true;
  }
});
found.addEventListener("click", () => {
  found.hidden = true;
});
document.addEventListener("keydown", (pressed) => {
  if (pressed.key !== "/" || pressed.target !== document.body) return;
  pressed.preventDefault();
  field.focus();
});

showLanguage(localStorage.getItem(LANGUAGE) ?? "curl");
