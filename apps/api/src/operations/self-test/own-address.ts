import type { Config } from '../../config.ts';

/** Where this machine reaches the API, without a slash at the end. */
export function ownAddress({ http }: Pick<Config, 'http'>): string {
  const host = http.host === '0.0.0.0' || http.host === '::' ? '127.0.0.1' : http.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${http.port}`;
}
