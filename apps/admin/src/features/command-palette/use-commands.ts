import {
  IconArrowBackUp,
  IconDatabase,
  IconDownload,
  IconExternalLink,
  IconForms,
  IconHelp,
  IconInbox,
  IconKeyboard,
  IconLogout,
  IconMail,
  IconNews,
  IconPhotoPlus,
  IconRefresh,
  IconRocket,
  IconSettings,
  IconShieldLock,
  IconTextCaption,
  IconTrash,
  IconUser,
  IconUserCircle,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { getErrorMessage } from '../../api/client.ts';
import { backupsTitle, destinations, emailSettings, siteSettings } from '../../navigation.ts';
import { useUser } from '../../session.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useColorSchemeToggle } from '../../ui/use-color-scheme-toggle.ts';
import { useLogout } from '../auth/use-logout.ts';
import { useContent } from '../content/model/content-query.ts';
import { type SearchHit, searchContent, searchFields } from '../content/model/search.ts';
import { exportData } from '../dashboard/export-data.ts';
import { chooseImages } from '../images/upload-queue.ts';
import { usePublishAction } from '../publishing/publish-actions.tsx';
import { usePublishing } from '../publishing/publish-view.ts';
import { useUsers } from '../users/team-options.tsx';
import { findHelp, type HelpEntry, isHelpList, isQuestion } from './help.ts';
import { expandQuery } from './synonyms.ts';

export interface Command {
  id: string;
  group: 'Help' | 'Text on the site' | 'Fields' | 'Go to' | 'Do';
  label: string;
  /** The place of the text, or the effect of the action. */
  detail?: string;
  /** The matches in the label: [start, end). */
  marks?: SearchHit['marks'];
  icon: TablerIcon;
  keys?: string;
  /** The answer that is shown instead of running the command. */
  help?: HelpEntry;
  run: () => unknown;
}

const maxHits = 8;
const minSearchLength = 2;

/** Never the first result: "logo" begins its name. */
const logoutLabel = 'Logout';

/**
 * Returns the fields and the text of the site, the people, the screens, the actions and the help that match the query.
 * Screens and actions come first if one has a name that begins with the query, and help if the query is a question. Each
 * group is one block: the arrow keys follow the order of the screen.
 */
export function useCommands(query: string, openShortcuts: () => void): Command[] {
  const isSearch = query.trim().length >= minSearchLength;
  const terms = expandQuery(query);
  const commands = [
    ...group('Go to', usePlaces(isSearch)),
    ...group('Do', [...useActions(openShortcuts), ...useEnquirySearch(query, isSearch)]),
  ].filter((command) => isMatch(command, terms));
  const { fields, texts } = useContentCommands(isSearch ? query : '', terms);
  const help = useHelpCommands(isSearch ? query : '');
  if (isHelpList(query)) return help;
  const isNamed = ({ label }: Command) => label !== logoutLabel && label.toLowerCase().startsWith(terms[0] ?? '');
  if (isQuestion(query)) return [...help, ...fields, ...texts, ...commands];
  if (commands.some(isNamed)) return [...commands, ...help, ...fields, ...texts];
  if (help.some(isNamed)) return [...help, ...fields, ...texts, ...commands];
  return [...fields, ...help, ...texts, ...commands];
}

function useHelpCommands(query: string): Command[] {
  const navigate = useNavigate();
  return group(
    'Help',
    findHelp(query).map((help) => ({
      label: help.title,
      icon: IconHelp,
      help,
      run: () => navigate(help.target),
    })),
  );
}

/** Returns whether a term is in the name of the command, or begins a word of its description. */
function isMatch({ label, detail = '' }: Command, terms: readonly string[]): boolean {
  const [typed = ''] = terms;
  if (typed.split(' ').every((word) => label.toLowerCase().includes(word))) return true;
  const words = ` ${label} ${detail}`.toLowerCase().replaceAll(',', '');
  return terms.some((term) => words.includes(` ${term}`));
}

/** Returns the fields and texts of the content that match. */
function useContentCommands(query: string, terms: readonly string[]): { fields: Command[]; texts: Command[] } {
  const content = useContent().data?.content;
  const navigate = useNavigate();
  if (!content || !query) return { fields: [], texts: [] };
  return {
    fields: searchFields(content, terms).map(
      ({ section, key, field, label, place }): Command => ({
        id: `field ${section}.${key}${field}`,
        group: 'Fields',
        label,
        detail: place,
        icon: IconForms,
        run: () => navigate({ to: '/content', search: { section, item: key, ...(field && { field }) } }),
      }),
    ),
    texts: searchContent(content, query, { limit: maxHits }).map(
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
  };
}

/** Searches by a press only: the audit log records who looked for which person. */
function useEnquirySearch(query: string, isSearch: boolean): Entry[] {
  const navigate = useNavigate();
  const q = query.trim();
  const run = () => navigate({ to: '/enquiries', search: { status: 'all', q } });
  return isSearch ? [{ label: `Search the enquiries for “${q}”`, icon: IconInbox, run }] : [];
}

type Entry = Omit<Command, 'id' | 'group'>;

function group(name: Command['group'], entries: Entry[]): Command[] {
  return entries.map((entry) => ({ ...entry, id: `${name} ${entry.label}`, group: name }));
}

function usePlaces(isSearch: boolean): Entry[] {
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
      detail: 'password, passkeys, two-step verification, your browsers',
      icon: IconUserCircle,
      run: () => navigate({ to: '/account' }),
    },
    {
      label: 'Newsletter',
      detail: 'subscribers',
      icon: IconNews,
      run: () => navigate({ to: '/enquiries', search: { view: 'newsletter' } }),
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
      label: 'Privacy requests',
      detail: 'data of a person, erase',
      icon: IconShieldLock,
      run: () => navigate({ to: '/enquiries', search: { view: 'privacy' } }),
    },
    {
      label: 'Removed items',
      detail: 'trash of the content',
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
    label: 'View or restore an earlier version',
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
        (error) => toast({ text: `The pending changes were not published. ${getErrorMessage(error, '')}` }),
      ),
  };
  return [publish, rollBack];
}
