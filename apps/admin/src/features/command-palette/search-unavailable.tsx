import { getErrorMessage } from '../../api/client.ts';
import { useContent } from '../content/model/content-query.ts';
import classes from './palette.module.css';

/** Says why no words of the site are found; screens and actions are found all the same. */
export function WordsTrouble() {
  const { data, error, isFetching, refetch } = useContent();
  if (data || !error) return null;
  return (
    <div className={`alert ${classes.trouble}`} role="alert">
      <p>
        <strong>The words of the site could not be loaded.</strong>{' '}
        {getErrorMessage(error, 'The server did not say why.')}
      </p>
      <button type="button" className="text-button" disabled={isFetching} onClick={() => refetch()}>
        Retry
      </button>
    </div>
  );
}
