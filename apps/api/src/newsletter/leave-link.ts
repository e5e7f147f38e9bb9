import type { Deps } from '../deps.ts';
import { linkToken } from '../mail/link-token.ts';

/** With which an address leaves the newsletter. @param linkId of the subscriber */
export function leaveLink({ config, secrets }: Pick<Deps, 'config' | 'secrets'>, linkId: string): string {
  return `${config.siteUrl}/api/newsletter/unsubscribe?token=${linkToken(secrets.mailLinkKey, 'newsletter', linkId)}`;
}
