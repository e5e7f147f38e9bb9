/** `KILL_TIMES=10` for a night's run: so many times as many random moments as in `npm test`. */
export const killTimes = Number(process.env.KILL_TIMES ?? 1);
