import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconArrowBackUp,
  IconDownload,
  IconExternalLink,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPhotoPlus,
  IconRefresh,
  IconRocket,
  IconSettings,
  IconSun,
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
  run: () => void;
}

const maxHits = 8;

/** Returns the text of the site, the screens and the actions that match the query. */
export function useCommands(query: string, openShortcuts: () => void): Command[] {
  const content = useContent().data?.content;
  const navigate = useNavigate();
  const commands = [...useDestinations(), ...useActions(openShortcuts)];
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

function useDestinations(): Command[] {
  const navigate = useNavigate();
  return [
    ...destinations.map(
      ({ to, label, icon, key }): Command => ({
        id: `go ${to}`,
        group: 'Go to',
        label,
        icon,
        keys: `G ${key.toUpperCase()}`,
        run: () => navigate({ to }),
      }),
    ),
    {
      id: 'go settings',
      group: 'Go to',
      label: siteSettings,
      icon: IconSettings,
      run: () => navigate({ to: '/content', search: { section: 'site' } }),
    },
    {
      id: 'go site',
      group: 'Go to',
      label: 'View Website',
      icon: IconExternalLink,
      run: () => void window.open('/', '_blank', 'noopener'),
    },
  ];
}

function useActions(openShortcuts: () => void): Command[] {
  const navigate = useNavigate();
  const toast = useToast();
  const logout = useLogout();
  const confirm = useConfirm();
  const { role } = useUser();
  const { refetch } = useContent();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isDark = useComputedColorScheme('light') === 'dark';
  const exportEverything: Command = {
    id: 'do export',
    group: 'Do',
    label: 'Export Data',
    icon: IconDownload,
    run: () =>
      exportData(confirm).then(
        (isSaved) => isSaved && toast({ text: 'The export is being saved.' }),
        (error) => toast({ text: getErrorMessage(error, 'The export failed.') }),
      ),
  };
  return [
    ...usePublishCommands(),
    {
      id: 'do upload',
      group: 'Do',
      label: 'Upload images',
      icon: IconPhotoPlus,
      keys: 'U',
      run: () => chooseImages(() => navigate({ to: '/images' })),
    },
    {
      id: 'do refresh',
      group: 'Do',
      label: 'Refresh Content',
      icon: IconRefresh,
      run: () =>
        refetch({ throwOnError: true }).then(
          () => toast({ text: 'The content is up to date.' }),
          (error) => toast({ text: `The content was not refreshed. ${getErrorMessage(error, '')}` }),
        ),
    },
    {
      id: 'do add-user',
      group: 'Do',
      label: 'Add a user',
      icon: IconUserPlus,
      run: () => navigate({ to: '/users', search: { add: true } }),
    },
    ...(role === 'super_admin' ? [exportEverything] : []),
    {
      id: 'do scheme',
      group: 'Do',
      label: isDark ? 'Light colours' : 'Dark colours',
      icon: isDark ? IconSun : IconMoon,
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    { id: 'do shortcuts', group: 'Do', label: 'Keyboard shortcuts', icon: IconKeyboard, keys: '?', run: openShortcuts },
    { id: 'do logout', group: 'Do', label: 'Logout', icon: IconLogout, run: logout },
  ];
}

/** Returns the publishing actions that are possible now. */
function usePublishCommands(): Command[] {
  const { status, view } = usePublishing();
  const navigate = useNavigate();
  const toast = useToast();
  const action = usePublishAction();
  const rollBack: Command = {
    id: 'do roll-back',
    group: 'Do',
    label: 'Roll back to an earlier release',
    detail: 'rollback',
    icon: IconArrowBackUp,
    run: () => navigate({ to: '/releases' }),
  };
  if (!status || !view?.hasPendingChanges || view.pinnedRelease) return [rollBack];
  const publish: Command = {
    id: 'do publish',
    group: 'Do',
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
