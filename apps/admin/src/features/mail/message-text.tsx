import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { Loaded } from '../../ui/states.tsx';
import classes from './message-text.module.css';

/** A message of the outbox as its recipient sees it. */
export function MessageText({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['outbox', 'text', id],
    queryFn: async () => (await unwrap(api.client.outbox[':id'].$get({ param: { id } }))).message,
    retry: false,
  });
  return (
    <div className={classes.message}>
      <Loaded query={query} heading="The message cannot be shown." rows={2}>
        {({ subject, from, to, text }) => (
          <>
            <dl>
              <dt>To</dt>
              <dd>{to.join(', ')}</dd>
              <dt>From</dt>
              <dd>{from}</dd>
              <dt>Subject</dt>
              <dd>
                <strong>{subject}</strong>
              </dd>
            </dl>
            <p>{text}</p>
          </>
        )}
      </Loaded>
    </div>
  );
}
