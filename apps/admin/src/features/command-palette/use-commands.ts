import {
  IconArrowBackUp,
  IconDownload,
  IconExternalLink,
  IconKeyboard,
  IconLogout,
  IconPhotoPlus,
  IconRefresh,
  IconRocket,
  IconSettings,
  IconTextCaption,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { getErrorMessage } from '../../api/client.ts';
import { destinations, siteSettings } from '../../navigation.ts';
import { useUser } from '../../session.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useColorSchemeToggle } from '../../ui/use-color-scheme-toggle.ts';
import { useLogout } from '../auth/use-logout.ts';
import { useContent } from '../content/model/content-query.ts';
import { type SearchHit, searchContent } from '../content/model/search.ts';
import { exportData } from '../dashboard/export-data.ts';
import { chooseImages } from '../images/upload-queue.ts';
import { usePublishAction } from '../publishing/publish-actions.tsx';
import { usePublishing } from '../publishing/publish-view.ts';

export interface Command {
  id: string;
  group: 'Text on the site' | 'Go to' | 'Do';
  label: string;
  /** The place of the text, or the effect of the action. */
  detail?: string;
  /** The matches in the label: [start, end). */
  marks?: SearchHit['marks'];
  icon: TablerIcon;
  keys?: string;
  run: () => unknown;
}

const maxHits = 8;

/** Returns the text of the site, the screens and the actions that match the query. */
export function useCommands(query: string, openShortcuts: () => void): Command[] {
  const content = useContent().data?.content;
  const navigate = useNavigate();
  const commands = [...group('Go to', useDestinations()), ...group('Do', useActions(openShortcuts))];
  const terms = query.trim().toLowerCase().split(/\s+/);
  const matching = commands.filter(({ label }) => terms.every((term) => label.toLowerCase().includes(term)));
  const hits = content && query.trim().length > 1 ? searchContent(content, query, { limit: maxHits }) : [];
  return [
    ...hits.map(
      ({ section, key, field, excerpt, marks, sectionTitle, itemTitle, fieldLabel }): Command => ({
        id: `text ${section}.${key}${field}`,
        group: 'Text on the site',
        label: excerpt,
        detail: [...new Set([sectionTitle, itemTitle, fieldLabel])].filter(Boolean).join(', '),
        marks,
        icon: IconTextCaption,
        run: () => navigate({ to: '/content', search: { section, item: key, field } }),
      }),
    ),
    ...matching,
  ];
}

type Entry = Omit<Command, 'id' | 'group'>;

function group(name: Command['group'], entries: Entry[]): Command[] {
  return entries.map((entry) => ({ ...entry, id: `${name} ${entry.label}`, group: name }));
}

function useDestinations(): Entry[] {
  const navigate = useNavigate();
  return [
    ...destinations.map(({ to, label, icon, key }) => ({
      label,
      icon,
      keys: `G ${key.toUpperCase()}`,
      run: () => navigate({ to }),
    })),
    { label: siteSettings, icon: IconSettings, run: () => navigate({ to: '/content', search: { section: 'site' } }) },
    { label: 'View Website', icon: IconExternalLink, run: () => void window.open('/', '_blank', 'noopener') },
  ];
}

function useActions(openShortcuts: () => void): Entry[] {
  const navigate = useNavigate();
  const toast = useToast();
  const confirm = useConfirm();
  const { role } = useUser();
  const { refetch } = useContent();
  const exportEverything = () =>
    exportData(confirm).then(
      (isSaved) => isSaved && toast({ text: 'The export is being saved.' }),
      (error) => toast({ text: getErrorMessage(error, 'The export failed.') }),
    );
  const refresh = () =>
    refetch({ throwOnError: true }).then(
      () => toast({ text: 'The content is up to date.' }),
      (error) => toast({ text: `The content was not refreshed. ${getErrorMessage(error, '')}` }),
    );
  const upload = () => chooseImages(() => navigate({ to: '/images' }));
  return [
    ...usePublishCommands(),
    { label: 'Upload images', icon: IconPhotoPlus, keys: 'U', run: upload },
    { label: 'Refresh Content', icon: IconRefresh, run: refresh },
    { label: 'Add a user', icon: IconUserPlus, run: () => navigate({ to: '/users', search: { add: true } }) },
    ...(role === 'super_admin' ? [{ label: 'Export Data', icon: IconDownload, run: exportEverything }] : []),
    useColorSchemeToggle(),
    { label: 'Keyboard shortcuts', icon: IconKeyboard, keys: '?', run: openShortcuts },
    { label: 'Logout', icon: IconLogout, run: useLogout() },
  ];
}

/** Returns the publishing actions that are possible now. */
function usePublishCommands(): Entry[] {
  const { status, view } = usePublishing();
  const navigate = useNavigate();
  const toast = useToast();
  const action = usePublishAction();
  const rollBack: Entry = {
    label: 'Roll back to an earlier release',
    detail: 'rollback',
    icon: IconArrowBackUp,
    run: () => navigate({ to: '/releases' }),
  };
  if (!status || !view?.hasPendingChanges || view.pinnedRelease) return [rollBack];
  const publish: Entry = {
    label: 'Publish pending changes',
    detail: `${status.pendingChanges} pending`,
    icon: IconRocket,
    // Uses the promise: the palette, and with it the mutation callbacks, unmounts before the reply.
    run: () =>
      action.mutateAsync({ do: 'publish', revision: status.workingRevision }).then(
        () => toast({ text: 'The pending changes are being published.' }),
        (error) => toast({ text: `They were not published. ${getErrorMessage(error, '')}` }),
      ),
  };
  return [publish, rollBack];
}
