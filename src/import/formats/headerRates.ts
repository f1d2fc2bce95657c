/** An hour, minute or second alone: a quantity per that is a rate, whatever the length of the intervals. */
const RATE = /^(?:h|hr|hrs|hour|stunde|std|heure|hora|ora|uur|min|minute|s|sec|second)$/i;
/** A time that intervals have: a quantity per that is the quantity of an interval. */
const INTERVAL =
  /^(?:\d+(?:\.\d+)?(?:m|min|mins|minutes?|h|hr|hrs|hours?)|hh|qh|half|halfhour|half-hour|quarter|interval|period|int|reading|day|d|tag|jour|dia|día|giorno|dag|week|month)$/i;

/** Whether what stands below the fraction bar of a unit is a time: `kWh/30min`, `m3/h`, `kWh/day`. */
export function isTimeWord(text: string): boolean {
  return RATE.test(text) || INTERVAL.test(text);
}

/** Whether a quantity per this time is a rate, as `kWh/h` is kW. */
export function isRate(text: string): boolean {
  return RATE.test(text);
}
