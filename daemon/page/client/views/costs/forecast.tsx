import { money } from "../../../languages/forms.ts";
import { useChannels } from "../../api/channels.ts";
import { useAsk } from "../../api/queries.ts";
import { COSTS } from "../../view-words.ts";
import style from "./costs.module.css";

/** More numbers than that are shown when somebody asks for them. */
const MOST_NUMBERS = 3;

/** What this month will cost, and how many of each number's answers are still free. */
export function Forecast({ channelId }: { channelId: string | undefined }) {
  const { nameOf } = useChannels();
  const query = channelId === undefined ? {} : { channel_id: channelId };
  const { data } = useAsk("GET /v1/costs/forecast", { query });
  if (data === undefined || data.currency === null) return null;
  const { forecast, pace, currency, planned, free_answers: numbers } = data;
  return (
    <div className={style.forecast}>
      {forecast !== null && pace !== null && (
        <p>
          <strong>{COSTS.forecast(money(forecast, currency))}</strong>, {COSTS.paces[pace]}
        </p>
      )}
      {(["messages", "broadcasts"] as const)
        .filter((name) => planned[name].count > 0)
        .map((name) => (
          <p key={name}>
            {COSTS.planned[name](planned[name].count, money(planned[name].amount, currency))}
            {planned[name].unpriced > 0 && COSTS.plannedUnpriced(planned[name].unpriced)}
          </p>
        ))}
      {numbers.length > 0 && (
        <details open={numbers.length <= MOST_NUMBERS}>
          <summary>{COSTS.freeAnswers}</summary>
          <ul>
            {numbers.map(({ channel_id, phone_number, left, taken }) => (
              <li key={channel_id}>
                {COSTS.freeAnswersOf(phone_number ?? nameOf(channel_id), left, left + taken)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
