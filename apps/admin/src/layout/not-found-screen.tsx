import { useSessionOptions } from '../features/auth/session-options.ts';
import { MessagePage } from '../ui/full-page.tsx';
import { Wordmark } from '../ui/wordmark.tsx';

/** The page for an address of the admin that does not exist. */
export function NotFoundScreen() {
  const brand = useSessionOptions()?.brand ?? '';
  return (
    <MessagePage head={<Wordmark size={30} name={brand} />} title="Page not found">
      <a href="/admin/">Go to the Dashboard</a>
    </MessagePage>
  );
}
