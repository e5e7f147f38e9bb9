/** `KILL_TIMES=10` for a nightly run: that many times as many random moments as in `npm test`. */
export const killTimes = Number(process.env.KILL_TIMES || 1);
