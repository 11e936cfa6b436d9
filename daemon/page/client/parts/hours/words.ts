/** The texts of hours of a week. */
export const HOURS = {
  zone: "Time zone",
  zoneHint: (here: string) => `The hours are by its clocks. This browser is in ${here}`,
  hoursOf: (place: number) => `Hours ${place}`,
  day: "Day",
  from: "From",
  to: "To",
  days: [
    { value: "mon", label: "Monday" },
    { value: "tue", label: "Tuesday" },
    { value: "wed", label: "Wednesday" },
    { value: "thu", label: "Thursday" },
    { value: "fri", label: "Friday" },
    { value: "sat", label: "Saturday" },
    { value: "sun", label: "Sunday" },
  ],
  add: "Add hours",
  remove: (place: number) => `Remove hours ${place}`,
} as const;
