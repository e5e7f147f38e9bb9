import { IconX } from '@tabler/icons-react';
import type { AccountLink } from '@threadline/schema/account-link';
import { momentOf } from '../../format/time.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import sidePanel from '../../ui/side-panel.module.css';
import { isOnlyHere, shownLink } from './link-address.ts';
import classes from './users.module.css';

/** A link to an account: shown once, to be handed over where no mail is sent. */
export function LinkPanel({ made, email, onDone }: { made: AccountLink; email: string; onDone: () => void }) {
  const link = shownLink(made.link, window.location.origin);
  const title = made.kind === 'invitation' ? 'Invitation' : 'New password link';
  return (
    <aside className={`panel ${sidePanel.panel}`} aria-label={title}>
      <div className="panel-head">
        <h2>{title}</h2>
        <IconButton label="Close the link" onClick={onDone}>
          <IconX size={18} />
        </IconButton>
      </div>
      <div className={classes.link}>
        <p role="status">
          {made.isMailed
            ? `It is on its way to ${email}. You can also hand it over yourself:`
            : `This site sends no mail yet. Copy the link and hand it to ${email} yourself:`}
        </p>
        <input readOnly aria-label="Link" value={link} onFocus={(event) => event.currentTarget.select()} />
        <CopyButton variant="filled" text={link}>
          Copy the link
        </CopyButton>
        {isOnlyHere(link) && (
          <div className="alert" data-tone="waiting">
            This address works only on the machine that the site runs on. For others, open the admin under the address
            that they use, or ask whoever looks after the server to set its public address. Then make a new link.
          </div>
        )}
        <p className="meta">
          It works once, until {momentOf(made.expiresAt)}. Whoever has it chooses the password, so send it to nobody
          else. It is not shown again.
        </p>
      </div>
    </aside>
  );
}
