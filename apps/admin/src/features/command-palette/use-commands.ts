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
  IconPlus,
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
import { contentModel, sectionNames } from '@threadline/schema/content/content-model';
import { getErrorMessage } from '../../api/client.ts';
import { backupsTitle, destinations, emailSettings, siteSettings } from '../../navigation.ts';
import { useUser } from '../../session.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useColorSchemeToggle } from '../../ui/use-color-scheme-toggle.ts';
import { useLogout } from '../auth/use-logout.ts';
import { useContent } from '../content/model/content-query.ts';
import { type SearchHit, searchContent, searchFields } from '../content/model/search.ts';
import { isFull, listGroups, withArticle } from '../content/model/section-model.ts';
import { exportData } from '../dashboard/export-data.ts';
import { chooseImages } from '../images/upload-queue.ts';
import { usePublishAction } from '../publishing/publish-actions.tsx';
import { usePublishing } from '../publishing/publish-view.ts';
import { useUsers } from '../users/team-options.tsx';
import { findHelp, type HelpEntry, isHelpList, isQuestion, listSubjectTerms } from './help.ts';
import { expandQuery } from './synonyms.ts';

export interface Command {
  id: string;
  group: 'Best match' | 'Help' | 'Text on the site' | 'Fields' | 'Go to' | 'Do' | 'Enquiries';
  label: string;
  /** The place of the text, or the effect of the action. */
  detail?: string;
  /** Terms by which it is found, instead of the detail. */
  searchTerms?: string;
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
const isLogout = ({ label }: Command) => label === logoutLabel;

/** Returns false while an editor looks for a logo, or for another name that has "logo" as a synonym. */
const asksForLogout = (query: string) => /^(?:|log|log .*|logo[uf].*|sign ?o.*)$/i.test(query.trim());

/**
 * Returns the screens, the actions, the help, and the fields and the text of the site that match the query. A result whose
 * name is the query comes first, and help if the query is a question. Each group is one block: the arrow keys follow the
 * order of the screen.
 */
export function useCommands(query: string, openShortcuts: () => void): Command[] {
  const isSearch = query.trim().length >= minSearchLength;
  const terms = expandQuery(query);
  const places = rankCommands(group('Go to', usePlaces(isSearch)), query);
  const actions = rankCommands(group('Do', [...useActions(openShortcuts), ...useAddActions()]), query).filter(
    (command) => !isLogout(command) || asksForLogout(query),
  );
  const { fields, texts } = useContentCommands(isSearch ? query : '', terms);
  const help = useHelpCommands(isSearch ? query : '');
  const enquiries = group('Enquiries', useEnquirySearch(query, isSearch));
  if (isHelpList(query)) return help;
  const [typed = ''] = terms;
  const commands = [...places, ...actions];
  const isNamed = (command: Command) => !isLogout(command) && command.label.toLowerCase().startsWith(typed);
  const found = isQuestion(query)
    ? [help, commands, fields, texts]
    : commands.some(isNamed)
      ? [commands, help, fields, texts]
      : [help, commands, fields, texts];
  const isBest = ({ label }: Command) => typed !== '' && label.toLowerCase() === typed;
  const best = [...commands, ...help, ...fields].filter(isBest);
  const others = found.flat().filter((command) => !best.includes(command));
  return [...best.map((command) => ({ ...command, group: 'Best match' as const })), ...others, ...enquiries];
}

/** Returns the commands that match: those with the typed terms first, then those with synonyms. */
function rankCommands(commands: readonly Command[], query: string): Command[] {
  const typed = query.trim().toLowerCase();
  const subject = listSubjectTerms(query);
  const words = subject.length > 0 ? subject : typed.split(/\s+/);
  const hasTerm = ({ label, detail = '', searchTerms = detail }: Command, word: string) =>
    ` ${label} ${searchTerms}`.toLowerCase().replaceAll(',', '').includes(` ${word}`);
  const isLiteral = (command: Command) =>
    words.every((word) => command.label.toLowerCase().includes(word) || hasTerm(command, word));
  const isSynonym = (command: Command) =>
    expandQuery(typed).some((term) => hasTerm(command, term)) ||
    words.every((word) => expandQuery(word).some((term) => hasTerm(command, term)));
  return [...commands.filter(isLiteral), ...commands.filter((command) => !isLiteral(command) && isSynonym(command))];
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

/** Returns the fields and texts of the content that match. */
function useContentCommands(query: string, terms: readonly string[]): { fields: Command[]; texts: Command[] } {
  const content = useContent().data?.content;
  const navigate = useNavigate();
  if (!content || !query) return { fields: [], texts: [] };
  return {
    fields: searchFields(content, terms).map(
      ({ section, target, field, label, place }): Command => ({
        id: `field ${section} ${JSON.stringify(target)}${field}`,
        group: 'Fields',
        label,
        detail: place,
        icon: IconForms,
        run: () =>
          navigate({
            to: '/content',
            search: { section, ...target, ...(field && 'item' in target && { field }) },
          }),
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

/** Returns the actions that begin an entry of a list, where the list has room. */
function useAddActions(): Entry[] {
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

/** Searches by a press only: the audit log records who looked for which person. */
function useEnquirySearch(query: string, isSearch: boolean): Entry[] {
  const navigate = useNavigate();
  const q = query.trim();
  const run = () => navigate({ to: '/enquiries', search: { status: 'all', q } });
  return isSearch ? [{ label: `Search the enquiries for “${q}”`, icon: IconInbox, run }] : [];
}

type Entry = Omit<Command, 'id' | 'group'>;

function group(name: Command['group'], entries: Entry[]): Command[] {
  return entries.map((entry) => ({ ...entry, id: `${name} ${entry.label} ${entry.detail ?? ''}`, group: name }));
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
      detail: 'find, export or delete the data of a person',
      searchTerms: 'find export delete erase remove personal data of a person customer',
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
