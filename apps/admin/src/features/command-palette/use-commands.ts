import { IconForms, IconHelp, IconPencil, IconTextCaption } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { articleSection, findArticlesByTitle, listArticles } from '../content/articles/list-articles.ts';
import { useContent } from '../content/model/content-query.ts';
import { hasAllTerms, type SearchHit, searchContent, searchFields } from '../content/model/search.ts';
import { expandQuery, listLeadingNames } from '../content/model/synonyms.ts';
import { useServerDrafts } from '../content/saving/server-drafts.ts';
import { findHelp, isHelpList, isQuestion, listSubjectTerms } from './help.ts';
import type { HelpEntry } from './help-entry.ts';
import { type Entry, logoutLabel, useActions, useAddActions, usePlaces } from './screens-and-actions.ts';
import { useEnquirySearch } from './use-enquiry-search.ts';

export interface Command extends Entry {
  id: string;
  group:
    | 'Best match'
    | 'Help'
    | 'Unpublished articles'
    | 'Text on the site'
    | 'Fields'
    | 'Go to'
    | 'Actions'
    | 'Enquiries';
  /** The matches in the label: [start, end). */
  marks?: SearchHit['marks'];
  /** Found by the typed terms, not by a synonym. */
  isLiteral?: boolean;
  /** An offer to search elsewhere, which is no result. */
  isOffer?: boolean;
  /** Another name of the same, in lower case. */
  alias?: string | undefined;
  /** The answer that is shown instead of running the command. */
  help?: HelpEntry;
}

const maxHits = 8;
const minSearchLength = 2;

/** “change the headline” → “headline”: what an editor wants to change or remove has its own name in the content. */
const withoutVerb = (query: string) =>
  query.replace(/^ *(?:change|edit|update|delete|remove|hide|show) +(?:(?:the|my|our) +)?(?=\S)/i, '');

const isLiteral = (command: Command) => command.isLiteral === true;

/** Never the first result: "logo" begins its name. */
const isLogout = ({ label }: Command) => label === logoutLabel;

/** Returns false while an editor looks for a logo, or for another name that has "logo" as a synonym. */
const asksForLogout = (query: string) => /^(?:|log|log .*|logo[uf].*|sign ?o.*)$/i.test(query.trim());

/**
 * Returns the screens, the actions, the help, the fields and the text of the site, and the enquiries that match the query. A
 * result whose name is the query, or the usual meaning of the query, comes first. Help comes before the other results if the
 * query is a question, or if only synonyms find a screen, an action or a field. Each group is one block: the arrow keys
 * follow the order of the screen.
 */
export function useCommands(query: string, openShortcuts: () => void): { commands: Command[]; isPending: boolean } {
  const isSearch = query.trim().length >= minSearchLength;
  const subject = withoutVerb(query);
  const terms = expandQuery(subject);
  const places = rankCommands(group('Go to', usePlaces(isSearch)), query);
  const actions = rankCommands(group('Actions', [...useActions(openShortcuts), ...useAddActions()]), query).filter(
    (command) => !isLogout(command) || asksForLogout(query),
  );
  const { fields, texts } = useContentCommands(isSearch ? subject : '', terms);
  const articles = useUnpublishedArticles(isSearch ? query : '');
  const help = useHelpCommands(isSearch ? query : '');
  const { entries, isPending } = useEnquirySearch(query);
  const enquiries = entries.map((entry): Command => ({ ...entry, group: 'Enquiries' }));
  if (isHelpList(query)) return { commands: help, isPending: false };
  const [typed = ''] = terms;
  const named = [...places, ...actions];
  const isNamed = (command: Command) => !isLogout(command) && command.label.toLowerCase().startsWith(typed);
  const [first, second] =
    fields.some(isLiteral) && !named.some(isNamed) ? ([fields, named] as const) : ([named, fields] as const);
  const isForHelp = isQuestion(query) || subject !== query || ![...named, ...fields].some(isLiteral);
  const found = isForHelp ? [help, named, articles, fields, texts] : [first, articles, second, help, texts];
  const leading = listLeadingNames(query);
  const bestNames = leading.includes(typed) ? [typed, ...leading] : [...leading, typed];
  const getBestName = ({ label, alias = '' }: Command) =>
    bestNames.find((name) => name === label.toLowerCase() || name === alias);
  const isBest = (command: Command) => typed !== '' && getBestName(command) !== undefined;
  const getRank = (command: Command) => bestNames.indexOf(getBestName(command) ?? '');
  const best = [...named, ...help, ...articles, ...fields]
    .filter(isBest)
    .sort((one, other) => getRank(one) - getRank(other));
  const others = found.flat().filter((command) => !best.includes(command));
  const leadingCommands = best.map((command) => ({ ...command, group: 'Best match' as const }));
  return { commands: [...leadingCommands, ...others, ...enquiries], isPending };
}

/** Returns the commands that match: those with the typed terms first, then those with synonyms. */
function rankCommands(commands: readonly Command[], query: string): Command[] {
  const typed = query.trim().toLowerCase();
  const subject = listSubjectTerms(query);
  const words = subject.length > 0 ? subject : typed.split(/\s+/);
  const hasTerm = ({ label, detail = '', searchTerms = detail }: Command, word: string) =>
    ` ${label} ${searchTerms}`.toLowerCase().replaceAll(',', '').includes(` ${word}`);
  const hasTypedTerms = (command: Command) =>
    words.every((word) => command.label.toLowerCase().includes(word) || hasTerm(command, word));
  const isSynonym = (command: Command) =>
    expandQuery(typed).some((term) => hasTerm(command, term)) ||
    words.every((word) => expandQuery(word).some((term) => hasTerm(command, term)));
  const literal = commands.filter(hasTypedTerms).map((command) => ({ ...command, isLiteral: true }));
  return [...literal, ...commands.filter((command) => !hasTypedTerms(command) && isSynonym(command))];
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

/** Returns the articles that only editors see, by their titles: the content of the site does not have them. */
function useUnpublishedArticles(query: string): Command[] {
  const content = useContent().data?.content;
  const drafts = useServerDrafts();
  const navigate = useNavigate();
  if (!content || !query) return [];
  return findArticlesByTitle(listArticles(content, drafts), query)
    .filter(({ state }) => state === 'draft' || state === 'scheduled')
    .slice(0, maxHits)
    .map(({ item, title, state, date }) => ({
      id: `article ${item.key}`,
      group: 'Unpublished articles',
      label: title,
      detail: state === 'draft' ? 'Draft' : `Scheduled, ${date}`,
      icon: IconPencil,
      run: () => navigate({ to: '/content', search: { section: articleSection, item: item.key, from: 'articles' } }),
    }));
}

/** Returns the fields and texts of the content that match. */
function useContentCommands(query: string, terms: readonly string[]): { fields: Command[]; texts: Command[] } {
  const content = useContent().data?.content;
  const navigate = useNavigate();
  if (!content || !query) return { fields: [], texts: [] };
  return {
    fields: searchFields(content, terms).map((hit): Command => {
      const { section, target, field, label, place, alias } = hit;
      return {
        id: `field ${section} ${JSON.stringify(target)}${field}`,
        group: 'Fields',
        isLiteral: hasAllTerms(hit, query),
        label,
        alias,
        detail: place,
        icon: IconForms,
        run: () =>
          navigate({
            to: '/content',
            search: { section, ...target, ...(field && 'item' in target && { field }) },
          }),
      };
    }),
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

function group(name: Command['group'], entries: Omit<Command, 'id' | 'group'>[]): Command[] {
  return entries.map((entry) => ({ ...entry, id: `${name} ${entry.label} ${entry.detail ?? ''}`, group: name }));
}
