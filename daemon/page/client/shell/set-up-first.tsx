import { useAsk } from "../api/queries.ts";
import { Button } from "../parts/button.tsx";
import { Header } from "../parts/header.tsx";
import { Factors } from "../views/account/factors.tsx";
import { LOGIN, WORDS } from "../words.ts";
import style from "./frame.module.css";

/** In place of everything else, for who has to set up a second factor first; closing it logs out. */
export default function SetUpFirst({ onClose }: Readonly<{ onClose: () => void }>) {
  return (
    <main className={style.alone}>
      <Header title={LOGIN.setUpTitle} actions={<Button onPress={onClose}>{WORDS.logOut}</Button>} />
      <p>{LOGIN.setUpText}</p>
      <Factors />
      <GoOn />
    </main>
  );
}

/** Goes on once there is a factor, and its recovery codes were stored. */
function GoOn() {
  const { data } = useAsk("GET /v1/auth/factors", {});
  return (data?.data.length ?? 0) > 0 ? (
    <Button kind="main" onPress={() => location.reload()}>
      {LOGIN.goOn}
    </Button>
  ) : null;
}
