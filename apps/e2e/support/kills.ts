/** `KILL_TIMES=10` for a night's run: so many times as many kills as in `npm test`. */
export const killTimes = Number(process.env.KILL_TIMES ?? 1);
