import { useCallback, useState } from "react";
import { addressOf } from "../api/root.ts";
import { Button } from "../parts/button.tsx";
import { WORDS } from "../words.ts";
import style from "./frame.module.css";

/** Whether the daemon has another page than this one, as of the last time that `look` was called. */
export function useNewVersion(): { isThere: boolean; look: () => void } {
  const [isThere, setThere] = useState(false);
  const look = useCallback(() => void isOld().then(setThere, () => {}), []);
  return { isThere, look };
}

/** Offers the newer page. Nothing loads it unasked: somebody may be in the middle of something. */
export function NewVersion() {
  return (
    <p className={style.lost} role="status">
      {WORDS.upgradedTitle}. <Button onPress={() => location.reload()}>{WORDS.reload}</Button>
    </p>
  );
}

/** The document names its program by what is in it; another's document, such as a proxy's login, names none. */
async function isOld(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>("script[type=module]")?.src;
  const response = await fetch(addressOf("/"), { headers: { accept: "text/html" } });
  const named = /page\/main-[\w-]+\.js(?=")/.exec(await response.text())?.[0];
  return named !== undefined && own?.endsWith(named) === false;
}
