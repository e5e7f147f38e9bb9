import { useConnected } from '../../../api/connection.ts';
import { getLastChange, type LastChange } from '../../../store/last-changes.ts';
import { useToast } from '../../../ui/toast.tsx';
import { useSiteUrl } from '../../auth/session-options.ts';
import { usePublishStatus } from '../../publishing/publishing-events.ts';
import { getSavedState } from '../../publishing/saved-state.ts';
import type { ContentMutations } from '../saving/use-content-mutations.ts';

interface Report {
  /** The id of the article, if the report is closed with its editor, and when another article is opened. */
  about?: string | undefined;
  /** The title of the message. */
  title?: string | undefined;
  /** The title of the article, where the screen does not show it. */
  name?: string | undefined;
  /** The message once visitors see the change. */
  text: string;
  /** The path of the page that visitors see then. */
  address?: string | undefined;
  /** The label of the action that undoes the change. */
  undoLabel?: string | undefined;
  /** The revision that contains the change, if it is known. */
  revision: number | undefined;
}

/** Returns a function that reports the last change of an article with a link to its page and Undo. */
export function useArticleReport({ makeStep }: Pick<ContentMutations, 'makeStep'>) {
  const toast = useToast();
  return (
    { about, title, undoLabel = 'Undo', ...report }: Omit<Report, 'revision'>,
    toUndo = (last: LastChange) => last,
  ) => {
    const last = getLastChange();
    toast({
      about,
      title,
      text: <ArticleReport {...report} revision={last?.revision} />,
      action: last && { label: undoLabel, run: () => makeStep(toUndo(last)) },
    });
  };
}

/** The message about a change. It follows the publishing status until visitors see the change. */
export function ArticleReport({ text, name, address, revision }: Omit<Report, 'about' | 'title' | 'undoLabel'>) {
  const siteUrl = useSiteUrl();
  const status = usePublishStatus();
  const state = getSavedState(useConnected() ? status : undefined, revision);
  if (state === 'failed') return `Saved, but not published. ${status?.faults[0]?.detail ?? ''} The site is unchanged.`;
  if (state === 'updating' || state === 'pending' || state === 'paused')
    return savedTexts[state](name ? `The change of “${name}”` : 'The change');
  return (
    <>
      {text}{' '}
      {address && (
        <a href={siteUrl.replace(/\/$/, '') + address} target="_blank" rel="noopener">
          View on the site
        </a>
      )}
    </>
  );
}

const savedTexts = {
  updating: () => 'Saved. The site is being updated…',
  pending: (change: string) => `${change} is pending until it is published.`,
  paused: (change: string) => `${change} is saved. Visitors see it once publishing is resumed.`,
};
