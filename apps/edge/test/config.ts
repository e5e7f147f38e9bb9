/** The version whose `wrangler dev` serves static sites in the tests, which npm fetches: 228 MB. The nightly workflow sets it. */
export const wranglerVersion = process.env.WRANGLER_VERSION;

export const wranglerEnv = {
  ...process.env,
  CI: '1',
  WRANGLER_SEND_METRICS: 'false',
  // Otherwise it requests properties of this machine's address from Cloudflare.
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
};
