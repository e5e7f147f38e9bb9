import {
  IconArrowBackUp,
  IconCalendarOff,
  IconDatabase,
  IconDownload,
  IconExternalLink,
  IconKeyboard,
  IconLogout,
  IconMail,
  IconMailOff,
  IconNews,
  IconPhotoPlus,
  IconPlus,
  IconRefresh,
  IconRocket,
  IconSettings,
  IconShieldLock,
  IconTrash,
  IconUser,
  IconUserCircle,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { contentModel, sectionNames } from '@threadline/schema/content/content-model';
import { getErrorMessage } from '../../api/client.ts';
import { backupsTitle, destinations, emailSettings, siteSettings } from '../../navigation.ts';
import { useUser } from '../../session.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useColorSchemeToggle } from '../../ui/use-color-scheme-toggle.ts';
import { useLogout } from '../auth/use-logout.ts';
import { useContent } from '../content/model/content-query.ts';
import { isFull, listGroups, withArticle } from '../content/model/section-model.ts';
import { useRefreshContent } from '../content/model/use-refresh-content.ts';
import { exportData } from '../dashboard/export-data.ts';
import { chooseImages } from '../images/upload-queue.ts';
import { usePublishAction } from '../publishing/publish-actions.tsx';
import { usePublishing } from '../publishing/publish-view.ts';
import { useUsers } from '../users/user-options.tsx';

/** A screen or an action that the search can offer. */
export interface Entry {
  label: string;
  /** The place of the text, or the effect of the action. */
  detail?: string;
  /** Terms by which it is found, instead of the detail. */
  searchTerms?: string;
  icon: TablerIcon;
  keys?: string;
  run: () => unknown;
}

export const logoutLabel = 'Logout';

/** Returns the screens, and the users once something is searched. */
export function usePlaces(isSearch: boolean): Entry[] {
  const navigate = useNavigate();
  const { data } = useUsers();
  const users = (isSearch && data?.users) || [];
  return [
    ...destinations.map(({ to, label, icon, key }) => ({
      label,
      icon,
      keys: `G ${key.toUpperCase()}`,
      run: () => navigate({ to }),
    })),
    { label: siteSettings, icon: IconSettings, run: () => navigate({ to: '/content', search: { section: 'site' } }) },
    { label: 'View Website', icon: IconExternalLink, run: () => void window.open('/', '_blank', 'noopener') },
    {
      label: 'Account',
      detail: 'password, passkeys, fingerprint or face, two-step verification, your browsers',
      icon: IconUserCircle,
      run: () => navigate({ to: '/account' }),
    },
    {
      label: 'Spam',
      detail: 'enquiries marked as spam',
      icon: IconMailOff,
      run: () => navigate({ to: '/enquiries', search: { status: 'spam' } }),
    },
    {
      label: 'Holidays',
      detail: 'Emails, Reply time',
      searchTerms: 'days on which the office is closed',
      icon: IconCalendarOff,
      run: () => navigate({ to: '/content', search: { section: 'mail', item: 'sla', field: '/holidays' } }),
    },
    {
      label: 'Newsletter',
      detail: 'subscribers',
      icon: IconNews,
      run: () => navigate({ to: '/enquiries', search: { view: 'newsletter' } }),
    },
    {
      label: 'Review mode',
      detail: 'Releases: check changes before they go live',
      searchTerms: 'approve approval review publish pending changes schedule calendar share preview hold switch',
      icon: IconRocket,
      run: () => navigate({ to: '/releases' }),
    },
    {
      label: 'Outbox',
      detail: 'emails that were not sent, test of the enquiry form',
      icon: IconMail,
      run: () => navigate({ to: '/enquiries', search: { view: 'mail' } }),
    },
    {
      label: emailSettings,
      detail: 'mail server, sender address, test message, spam',
      icon: IconMail,
      run: () => navigate({ to: '/settings/email' }),
    },
    {
      label: 'Who gets enquiry emails',
      detail: 'Contact details, Email',
      searchTerms:
        'who gets receives receive enquiries new enquiry email mail notifications notification notify alerts recipients leads team address',
      icon: IconMail,
      run: () => navigate({ to: '/content', search: { section: 'site', item: 'contact', field: '/email' } }),
    },
    {
      label: 'Privacy requests',
      detail: 'find, export or erase the data of a person',
      searchTerms: 'find export delete erase remove personal data of a person customer',
      icon: IconShieldLock,
      run: () => navigate({ to: '/enquiries', search: { view: 'privacy' } }),
    },
    {
      label: 'Removed items',
      detail: 'everything removed from the site',
      searchTerms: 'trash bin deleted',
      icon: IconTrash,
      run: () => navigate({ to: '/content/removed' }),
    },
    {
      label: backupsTitle,
      detail: 'restore, download, backup location, off-site, s3, Amazon, Cloudflare, Backblaze, Wasabi',
      icon: IconDatabase,
      run: () => navigate({ to: '/settings/backup' }),
    },
    ...users.map(({ name, email }) => ({
      label: name,
      detail: `${email}, user`,
      icon: IconUser,
      run: () => navigate({ to: '/users' }),
    })),
  ];
}

/** Returns the actions that are possible now, without those of lists. */
export function useActions(openShortcuts: () => void): Entry[] {
  const navigate = useNavigate();
  const toast = useToast();
  const confirm = useConfirm();
  const { role } = useUser();
  const refresh = useRefreshContent();
  const exportEverything = () =>
    exportData(confirm).then(
      (isSaved) => isSaved && toast({ text: 'The export is being saved.' }),
      (error) => toast({ tone: 'danger', text: getErrorMessage(error, 'The export failed.') }),
    );
  const upload = () => chooseImages(() => navigate({ to: '/images' }));
  return [
    ...usePublishCommands(),
    { label: 'Upload images', icon: IconPhotoPlus, keys: 'U', run: upload },
    { label: 'Refresh Content', detail: 'shows changes that others have saved', icon: IconRefresh, run: refresh },
    { label: 'Add a user', icon: IconUserPlus, run: () => navigate({ to: '/users', search: { add: true } }) },
    ...(role === 'super_admin' ? [{ label: 'Export Data', icon: IconDownload, run: exportEverything }] : []),
    useColorSchemeToggle(),
    { label: 'Keyboard shortcuts', icon: IconKeyboard, keys: '?', run: openShortcuts },
    { label: logoutLabel, icon: IconLogout, run: useLogout() },
  ];
}

/** Returns the publishing actions that are possible now. */
function usePublishCommands(): Entry[] {
  const { status, view } = usePublishing();
  const navigate = useNavigate();
  const toast = useToast();
  const action = usePublishAction();
  const rollBack: Entry = {
    label: 'View or restore an earlier release',
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
        (error) =>
          toast({ tone: 'danger', text: `The pending changes were not published. ${getErrorMessage(error, '')}` }),
      ),
  };
  return [publish, rollBack];
}

/** Returns the actions that begin an entry of a list, where the list has room. */
export function useAddActions(): Entry[] {
  const content = useContent().data?.content;
  const navigate = useNavigate();
  if (!content) return [];
  return sectionNames.flatMap((section) =>
    listGroups(section, content).flatMap((shown) => {
      const { list } = shown;
      if (!list || isFull(shown)) return [];
      return {
        label: `Add ${withArticle(list.itemTitle)}`,
        detail: [...new Set([contentModel[section].title, list.title])].join(', '),
        searchTerms: list.title,
        icon: IconPlus,
        run: () => navigate({ to: '/content', search: { section, new: list.name } }),
      };
    }),
  );
}
