import { Link } from '@tanstack/react-router';
import { useNow } from '../../../ui/use-now.ts';
import { useEnquiryCounts } from './enquiries-query.ts';
import { mailTrouble } from './mail-problem.ts';

/** Says where people look first that mail does not go out. */
export function MailNotice() {
  const now = useNow();
  const { data: counts } = useEnquiryCounts();
  const trouble = counts && mailTrouble(counts.mail, now);
  if (!trouble) return null;
  return (
    <div className="alert" data-tone={counts.mail.mode === 'files' ? 'waiting' : undefined} role="status">
      <div>
        {trouble}{' '}
        <Link to="/enquiries" search={{ view: 'mail' }}>
          See the mail
        </Link>
      </div>
    </div>
  );
}
